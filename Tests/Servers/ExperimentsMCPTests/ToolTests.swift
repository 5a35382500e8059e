import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsMCP

@Suite("Tools of an assistant", .inTurn)
struct ToolTests {
    private static let everything = ToolCatalog(Set(Permission.allCases)).tools

    @Test("There are few tools, with short names and descriptions, in a list of at most 30 kB")
    func size() {
        #expect(Self.everything.count <= 25)
        #expect(Self.everything.allSatisfy { $0.name.count <= 40 && $0.description.count <= 1_024 })
        let list = JSONValue.array(Self.everything.map(\.json)).compactText
        #expect(list.utf8.count <= 30_000)
    }

    @Test("Every argument has a type and a description, and arrays name their items")
    func schemas() {
        for tool in Self.everything {
            for argument in tool.allArguments {
                let schema = argument.schema
                #expect(schema.at("type")?.string != nil)
                #expect(schema.at("description")?.string?.isEmpty == false)
                #expect((schema.at("type")?.string == "array") == (schema.at("items") != nil))
            }
        }
    }

    @Test("Without --allow, only tools that read are listed")
    func readingOnly() {
        let tools = ToolCatalog([]).tools
        #expect(tools.allSatisfy { $0.effect.isReading && $0.permission == nil })
        #expect(!tools.isEmpty)
    }

    @Test("Every tool that changes something needs a permission and says so", arguments: everything.map(\.name))
    func permissions(name: String) throws {
        let tool = try #require(ToolCatalog(Set(Permission.allCases))[name])
        #expect(tool.effect.isReading == (tool.permission == nil))
    }

    @Test(
        "A tool that is not allowed starts nothing, and says how a person allows it",
        arguments: ToolCatalog.writing.map(\.name))
    func notAllowed(name: String) throws {
        var client = ServedAssistant()
        let answer = try #require(client.call(name, ["key": "a", "value": "1"]).first)
        #expect(answer.at("result", "isError")?.bool == true)
        #expect(answer.at("result", "content", "0", "text")?.string?.contains("--allow") == true)
        #expect(client.started.isEmpty)
    }

    @Test("A name that begins with a hyphen is never read as an option", arguments: everything.map(\.name))
    func hyphens(name: String) throws {
        let tool = try #require(ToolCatalog(Set(Permission.allCases))[name])
        var arguments = JSONObject()
        for argument in tool.arguments {
            switch argument.kind {
            case .text, .path: arguments[argument.name] = "--hostile"
            case .texts: arguments[argument.name] = ["--hostile"]
            case .flag: arguments[argument.name] = true
            case .number(let range): arguments[argument.name] = .number(String(range.lowerBound))
            }
        }
        let words = tool.command(try ToolInput(arguments, for: tool.arguments)).words
        let options = words.prefix { $0 != "--" }
        #expect(!options.contains("--hostile"))
    }

    @Test(
        "Arguments that do not match the schema are errors that say what was expected",
        arguments: [
            ("explain_key", "{}", "the argument key is missing"),
            ("explain_key", "{\"key\": 1}", "expected a string as key, found number"),
            ("explain_key", "{\"key\": \"a\", \"usr\": []}", "did you mean user?"),
            ("explain_key", "{\"key\": \"a\\u0000b\"}", "U+0000"),
            ("list_keys", "{\"limit\": 0}", "a whole number from 1 to 500"),
            ("list_keys", "{\"cursor\": \"x\"}", "invalid cursor"),
            ("find_in_code", "{\"key\": \"a\", \"path\": \"../other\"}", "inside the project's folder"),
            ("find_in_code", "{\"key\": \"a\", \"path\": \"/etc\"}", "inside the project's folder"),
        ])
    func wrongArguments(tool: String, arguments: String, words: String) throws {
        var client = ServedAssistant()
        let answer = client.call(tool, try JSONValue(parsing: arguments))
        let text = answer.first?.at("result", "content", "0", "text")?.string ?? ""
        #expect(text.contains(words))
        #expect(client.started.isEmpty)
    }

    @Test("An unknown tool is an error of the protocol")
    func unknownTool() {
        var client = ServedAssistant()
        #expect(client.call("delete_everything").first?.at("error", "code")?.int == -32602)
    }

    @Test("An answer has the document twice: as content for people, and as structure")
    func answer() {
        var client = ServedAssistant()
        client.call("explain_key", ["key": "a"])
        let result = client.end("{\"key\": {\"name\": \"a\", \"value\": \"1\"}}").first?.at("result")
        #expect(result?.at("structuredContent", "key", "value")?.string == "1")
        #expect(result?.at("content", "0", "text")?.string?.contains("\"value\":\"1\"") == true)
        #expect(result?.at("isError")?.bool == false)
    }

    @Test("The error of a command is the answer, with its advice")
    func commandError() {
        var client = ServedAssistant()
        client.call("explain_key", ["key": "a"])
        let output = "{\"error\": {\"message\": \"no key a\", \"advice\": \"Use list_keys.\"}}"
        let result = client.end(output, status: 1).first?.at("result")
        #expect(result?.at("isError")?.bool == true)
        #expect(result?.at("content", "0", "text")?.string == "no key a\nUse list_keys.")
    }

    @Test("The problems of a file are in the answer with their places")
    func places() {
        var client = ServedAssistant()
        client.call("explain_key", ["key": "a"])
        let output = """
            {"error": {"message": "2 problems", "file": "e.yaml", "problems": [
            {"message": "unknown field", "file": "e.yaml", "line": 4, "column": 12},
            {"message": "not a number", "file": "e.yaml", "line": 9}]}}
            """
        let result = client.end(output, status: 1).first?.at("result")
        #expect(
            result?.at("content", "0", "text")?.string == "e.yaml:4:12: unknown field\ne.yaml:9: not a number")
    }

    @Test("If the outcome of a change is unknown, the answer says so")
    func unknownOutcome() {
        var client = ServedAssistant([.overrides])
        client.call("set_override", ["key": "a", "value": "1"])
        let result = client.end("{\"error\": {\"message\": \"no answer\"}}", status: 3).first?.at("result")
        #expect(result?.at("content", "0", "text")?.string?.contains("not known whether the change was made") == true)
    }

    @Test("A long list comes in pages, which together have each entry once")
    func pages() throws {
        let names = (0..<123).map { "key_\($0)" }
        let entries = names.map { JSONValue.object(JSONObject(present: ["name": .string($0)])) }
        let document = JSONValue.object(JSONObject(present: ["keys": .array(entries)])).compactText
        var found: [String] = []
        var cursor: String?
        repeat {
            var client = ServedAssistant()
            var arguments = JSONObject()
            arguments["cursor"] = cursor.map(JSONValue.string)
            client.call("list_keys", .object(arguments))
            let answer = try #require(client.end(document).first?.at("result", "structuredContent"))
            found += answer.at("keys")?.array?.compactMap { $0.at("name")?.string } ?? []
            cursor = answer.at("page", "next")?.string
            #expect(answer.at("page", "total")?.int == 123)
        } while cursor != nil
        #expect(found == names)
    }

    @Test("No answer is longer than assistants accept", arguments: [1, 40, 500])
    func length(count: Int) {
        let text = String(repeating: "long ", count: 2_000)
        let entry = JSONObject(present: ["name": "a", "value": .string(text)])
        let entries = Array(repeating: JSONValue.object(entry), count: count)
        var client = ServedAssistant()
        client.call("list_keys", ["limit": 500])
        let document = JSONValue.object(JSONObject(present: ["keys": .array(entries)]))
        let result = client.end(document.compactText).first?.at("result")
        #expect((result?.at("content", "0", "text")?.string?.count ?? .max) <= ToolAnswer.limit)
        #expect(result?.at("structuredContent", "cut")?.string != nil)
    }
}
