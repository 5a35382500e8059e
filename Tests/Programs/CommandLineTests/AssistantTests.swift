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
            #expect(
                results[number]?.object?["structuredContent"]?.object?["key"]?.object?["name"]?.string
                    == "timeout")
        }
    }

    @Test("says where a mistake in the project file is")
    func place() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("source: {kind: file, path: c.json}\nrefesh: 1\n", to: "experiments.yaml")
        let results = try await results(of: [Self.hello, Self.call(2, "list_keys", "{}")], in: workplace)
        let text = results[2]?.object?["content"]?.array?.first?.object?["text"]?.string ?? ""
        #expect(text.contains("\nexperiments.yaml:2:1: unknown field \"refesh\""), "\(text)")
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

    /// Arguments for each tool. A new tool fails until it is here.
    private static let arguments = [
        "list_keys": "{}", "explain_key": #"{"key":"timeout"}"#,
        "compare_sources": #"{"first":"config.json","second":"config.json"}"#, "compare_users": "{}",
        "check_values": "{}", "list_sources": "{}", "key_timeline": #"{"key":"timeout"}"#,
        "fetch_history": "{}",
        "change_log": "{}", "list_apps": "{}", "app_values": #"{"app":"none"}"#, "experiment_results": "{}",
        "rollout_status": "{}", "stale_keys": "{}", "find_in_code": #"{"key":"timeout"}"#,
        "retirement_diff": #"{"key":"timeout","value":"7"}"#, "list_overrides": "{}", "show_draft": "{}",
        "set_override": #"{"key":"timeout","value":"7"}"#, "end_override": #"{"key":"timeout"}"#,
        "undo_override": "{}", "edit_draft": #"{"key":"timeout","value":"7"}"#, "publish_draft": "{}",
        "declare_key": #"{"key":"other","type":"int"}"#,
        "retire_key": #"{"key":"timeout","value":"7","digest":"none"}"#,
    ]

    @Test("knows arguments for every tool")
    func tools() async throws {
        let workplace = try Workplace.withFineProject()
        let everything = "--allow overrides --allow publish --allow code"
        let list = Self.request(2, "tools/list", "{}")
        let results = try await results(of: [Self.hello, list], everything, in: workplace)
        let names = results[2]?.object?["tools"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
        #expect(Set(names) == Set(Self.arguments.keys))
    }

    @Test("changes nothing in the project without permission, whatever tool is called")
    func unchanged() async throws {
        let workplace = try Workplace.withFineProject()
        let names = Self.arguments.keys.sorted()
        func project() throws -> [String: Data] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: workplace.folder.path)
            return Dictionary(
                uniqueKeysWithValues: files.filter { $0 != "requests" }.compactMap { name in
                    FileManager.default.contents(atPath: workplace.folder.path(name)).map { (name, $0) }
                })
        }
        let before = try project()
        let calls = names.enumerated().map {
            Self.call($0.offset + 2, $0.element, Self.arguments[$0.element] ?? "{}")
        }
        let results = try await results(of: [Self.hello] + calls, in: workplace)
        #expect(results.count == names.count + 1)
        #expect(try project() == before)
    }

    @Test("has all guides of the documentation as resources")
    func guides() async throws {
        let workplace = try Workplace.withFineProject()
        let results = try await results(
            of: [Self.hello, Self.request(2, "resources/list", "{}")], in: workplace)
        let addresses =
            results[2]?.object?["resources"]?.array?.compactMap { $0.object?["uri"]?.string } ?? []
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/App/Experiments/Experiments.docc/Guides")
        let guides = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".md")
        }
        let expected = guides.map { "experiments://guides/\($0.dropLast(3))" }
        #expect(addresses.filter { $0.hasPrefix("experiments://guides/") }.sorted() == expected.sorted())
    }

    @Test("names the assistant in the log of a declared key")
    func log() async throws {
        let workplace = try Workplace.withFineProject()
        let declare = Self.call(2, "declare_key", #"{"key":"other","type":"int"}"#)
        let results = try await results(of: [Self.hello, declare], "--allow code", in: workplace)
        #expect(results[2]?.object?["isError"]?.bool == false, "\(results)")
        let log = try await workplace.run("log", "--json").output
        #expect(
            log.contains("declared \\\"other\\\"") && log.contains("experiments mcp for test 1"), "\(log)")
    }
}
