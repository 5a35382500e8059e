import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite(
    "What OpenFeature's providers really send", .inTurn,
    .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct TranscriptTests {
    private func recorded(_ name: String) throws -> JSONValue {
        try JSONValue(parsing: Array(try Conformance.data("ofrep/transcript-\(name).json")))
    }

    @Test("names the flag that was meant, as the provider for JavaScript encodes it")
    func paths() throws {
        let paths = try #require(try recorded("js")["server provider"]?["paths"]?.object?.members)
        let keys = paths.filter { !$0.name.hasPrefix("base URL") }
        #expect(keys.count > 8)
        for member in keys {
            let path = try #require(member.value.string)
            let expected: EvaluationPath = member.name.isEmpty ? .flags : .flag(member.name)
            #expect(EvaluationPath(path[...]) == expected, "\(path)")
        }
    }

    @Test("is answered, with its fields and contexts")
    func requests() async throws {
        var sent = try #require(try recorded("python")["requests"]?.array).flatMap { $0["sent"]?.array ?? [] }
        for member in try recorded("js")["server provider"]?.object?.members ?? [] {
            sent.append(member.value)
        }
        for step in try recorded("js")["web provider"]?.array ?? [] { sent += step["sent"]?.array ?? [] }
        let bodies = sent.compactMap { $0["body"]?.string }
        #expect(bodies.count > 6)
        let fixture = try await ServedFixture.shop()
        let configuration = ServerConfiguration(token: nil)
        let responder = ServerResponder([EvaluationPart([fixture.source], configuration)], configuration) {
            _ in
        }
        for request in sent {
            guard let body = request["body"]?.string else { continue }
            var headers: HeaderFields = ["host": "127.0.0.1:4180"]
            for line in request["headers"]?.array?.compactMap(\.string) ?? [] {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased() != "host" else { continue }
                headers[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
            }
            for path in ["/ofrep/v1/evaluate/flags/on", "/ofrep/v1/evaluate/flags"] {
                let answer = await responder.respond(
                    to: ServedRequest(method: "POST", path: path, headers: headers, body: Array(body.utf8)))
                #expect(answer.status == 200, "\(body)")
            }
        }
    }
}
