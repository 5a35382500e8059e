import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import RemoteConfigEmulator

@Suite("What is kept of requests", .inTurn)
struct RequestLogTests {
    @Test("is short, however long the texts of clients are, and says how much is cut")
    func short() async throws {
        let emulator = try demoEmulator()
        let printed = Recorder<RequestRecord>()
        let observation = emulator.observe { notice in
            if case .request(let record) = notice { printed.record(record) }
        }
        let long = String(repeating: "é", count: 450_000)
        let requests = [
            EmulatorRequest(method: "POST", path: "/token", body: Array("grant_type=\(long)".utf8)),
            EmulatorRequest(method: "GET", path: "/" + long), EmulatorRequest(method: long, path: "/"),
            EmulatorRequest(
                method: "POST", path: "/v1/projects/demo-shop/namespaces/\(long):fetch", query: ["key": "k"],
                body: Array(#"{"appId": "a", "appInstanceId": "f", "appInstanceIdToken": "t"}"#.utf8)),
        ]
        for _ in 0..<200 { emulator.inject(Fault(.delay(.nanoseconds(1)), target: .any)) }
        for request in requests { _ = await emulator.respond(to: request) }
        observation.cancel()
        #expect(printed.elements == emulator.newestRequests(10))
        for record in printed.elements {
            #expect(JSONValue.object(record.json).compactText.utf8.count < 2500, "\(record)")
        }
        #expect(printed.elements[1].path.hasSuffix("… (899502 bytes more)"))
        #expect(printed.elements.allSatisfy { $0.fault?.hasSuffix("bytes more)") == true })
    }

    @Test("an answer about a text of a client doesn't say it back whole")
    func answer() async throws {
        let body = "grant_type=" + String(repeating: "x", count: 900_000)
        let answer = await (try demoEmulator()).respond(
            to: EmulatorRequest(method: "POST", path: "/token", body: Array(body.utf8)))
        #expect(answer.body.count < 500)
    }

    @Test("texts are cut between characters' bytes, and what is left out is counted")
    func cut() {
        for round in 0..<500 {
            var random = SeededGenerator(seed: UInt64(round))
            let text = String(
                (0..<random.below(60)).map { _ in Character(["a", "é", "漢", "👩‍👩‍👧"][random.below(4)]) })
            let limit = random.below(100)
            let cut = RequestRecord.cut(text, to: limit)
            guard text.utf8.count > limit else {
                #expect(cut == text)
                continue
            }
            guard let mark = cut.range(of: "… (", options: .backwards) else {
                Issue.record("\(cut) says nothing of what is cut")
                continue
            }
            let kept = cut[..<mark.lowerBound]
            #expect(kept.utf8.count <= limit && kept.utf8.count > limit - 4)
            #expect(text.utf8.starts(with: kept.utf8))
            #expect(cut.hasSuffix("(\(text.utf8.count - kept.utf8.count) bytes more)"))
        }
    }

    @Test("identifiers of clients, some of which are stored, are limited in length")
    func identifiers() async throws {
        let caller = Caller(emulator: try demoEmulator())
        #expect(try await caller.fetch(fid: String(repeating: "x", count: 1000)).status == 200)
        #expect(try await caller.fetch(fid: String(repeating: "x", count: 1001)).status == 400)
    }
}
