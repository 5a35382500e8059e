import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Reading `code:`", .inTurn)
struct CodeReadingTests {
    private func readers(_ code: String) throws -> [ProjectCodeReader] {
        let text = "source: {kind: file, path: values.json}\ncode: \(code)\n"
        return try Project(parsing: text, path: "experiments.yaml").codeReaders
    }

    @Test("A function is named with its labels, and may have a type around it and the type of its values")
    func names() throws {
        let readers = try readers(#"{readers: ["isEnabled(_:)", "Flags.text(for:or:):string"]}"#)
        #expect(readers.map(\.description) == ["isEnabled(_:)", "Flags.text(for:or:)"])
        #expect(readers.map(\.labels) == [["_"], ["for", "or"]])
        #expect(readers.map(\.type) == [nil, "Flags"])
        #expect(readers.map(\.kind) == [.bool, .string])
    }

    @Test("A name that does not read as a truth has no type of its own")
    func kinds() {
        #expect(ProjectCodeReader("value(_:)")?.kind == nil)
        #expect(ProjectCodeReader("island(_:)")?.kind == nil)
        #expect(ProjectCodeReader("hasFeature(named:)")?.kind == .bool)
        #expect(ProjectCodeReader("isEnabled(_:):int")?.kind == .int)
    }

    @Test(
        "What is not a function with an argument is refused",
        arguments: ["isEnabled", "isEnabled()", "(_:)", "a b(_:)", "f(_)", "f(_:):text", "f(_:) ", ".f(_:)"])
    func refused(text: String) {
        #expect(ProjectCodeReader(text) == nil)
        #expect(throws: ProjectProblems.self) { try readers("{readers: [\"\(text)\"]}") }
    }
}
