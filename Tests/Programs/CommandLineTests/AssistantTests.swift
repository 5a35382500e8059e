import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("mcp", .fewAtATime)
struct AssistantTests {
    private static func request(_ id: Int, _ method: String, _ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
    }

    private static let hello = request(
        1, "initialize",
        #"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"#)

    private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        request(id, "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
    }

    /// Sends lines, ends the input, and returns the results by the numbers of their requests.
    private func results(
        of lines: [String], _ options: String = "", in workplace: Workplace
    ) async throws -> [Int: JSONValue] {
        try workplace.folder.write(lines.map { $0 + "\n" }.joined(), to: "requests")
        let run = try await workplace.shell("experiments mcp \(options) <requests")
        #expect(run.status == 0, "\(run)")
        var results: [Int: JSONValue] = [:]
        for line in run.output.split(separator: "\n") {
            let message = try JSONValue(parsing: String(line))
            guard let id = message.object?["id"]?.int else { continue }
            results[id] = message.object?["result"]
        }
        return results
    }

    @Test("answers every request that came before the end of the input")
    func endOfInput() async throws {
        let workplace = try Workplace.withFineProject()
        let calls = (2..<6).map { Self.call($0, "explain_key", #"{"key":"timeout"}"#) }
        let results = try await results(of: [Self.hello] + calls, in: workplace)
        #expect(results.keys.sorted() == [1, 2, 3, 4, 5])
        for number in 2..<6 {
            #expect(results[number]?.object?["structuredContent"]?.object?["key"]?.object?["name"]?.string == "timeout")
        }
    }

    @Test("says where a mistake in the project file is")
    func place() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("source: {kind: file, path: c.json}\nrefesh: 1\n", to: "experiments.yaml")
        let results = try await results(of: [Self.hello, Self.call(2, "list_keys", "{}")], in: workplace)
        let text = results[2]?.object?["content"]?.array?.first?.object?["text"]?.string ?? ""
        #expect(text.hasPrefix("experiments.yaml:2:1: unknown field \"refesh\""), "\(text)")
    }

    @Test("sets an override only if that is allowed", arguments: ["", "--allow overrides"])
    func consent(options: String) async throws {
        let workplace = try Workplace.withFineProject()
        let set = Self.call(2, "set_override", #"{"key":"timeout","value":"7"}"#)
        let results = try await results(of: [Self.hello, set], options, in: workplace)
        let isAllowed = !options.isEmpty
        #expect((results[2]?.object?["isError"]?.bool == false) == isAllowed)
        let list = try await workplace.run("override", "list", "--json").json()
        #expect("\(list)".contains("timeout") == isAllowed)
    }

    @Test("allows what the project file allows, and only that")
    func declared() async throws {
        let workplace = try Workplace.withFineProject()
        let file = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(file + "mcp: {allow: overrides}\n", to: "experiments.yaml")
        let set = Self.call(2, "set_override", #"{"key":"timeout","value":"7"}"#)
        let declare = Self.call(3, "declare_key", #"{"key":"other"}"#)
        let results = try await results(of: [Self.hello, set, declare], in: workplace)
        #expect(results[2]?.object?["isError"]?.bool == false, "\(results)")
        #expect(results[3]?.object?["isError"]?.bool != false)
    }
}
