import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("Files that could not be read back", .inTurn)
struct OverrideLimitTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
    }

    @Test("overrides that would be too large to read are not written, with sizes and what to do")
    func tooLarge() throws {
        let store = JSONOverrideStore(path: path, watcher: nil, limit: 1000)
        try store.update { $0["a"] = Override(value: "1") }
        let before = try folder.text(of: "overrides.json")
        let journal = OverrideJournalFile(besideOverridesAt: path)
        let problem = #expect(throws: FileProblem.self) {
            try journal.change(store, "set", by: OverrideOrigin(), at: .now) {
                $0["b"] = Override(value: String(repeating: "x", count: 1000))
            }
        }
        #expect(problem?.message == "would be 1092 bytes with this change; the limit is 1000")
        #expect(problem?.advice?.hasSuffix("; nothing was changed") == true)
        #expect(try folder.text(of: "overrides.json") == before)
        #expect(store.overrides.names == ["a"] && store.problem == nil)
        #expect(try journal.read().steps.isEmpty)
    }

    @Test("what would be too large with indentation is written without")
    func dense() throws {
        let store = JSONOverrideStore(path: path, watcher: nil, limit: 1000)
        for number in 10..<30 { try store.update { $0["\(number)"] = Override(value: "") } }
        #expect(try folder.text(of: "overrides.json").split(separator: "\n").count == 1)
        #expect(JSONOverrideStore(path: path, watcher: nil, limit: 1000).overrides.entries.count == 20)
        try store.update { $0.entries = $0.entries.filter { $0.key == "10" } }
        #expect(try folder.text(of: "overrides.json") == store.overrides.documentText)
    }

    @Test("control characters that JSON allows do not grow where there is no room")
    func controls() throws {
        let store = JSONOverrideStore(path: path, watcher: nil, limit: 1000)
        let text = String(repeating: "\u{7F}", count: 900)
        try store.update { $0["a"] = Override(value: text) }
        #expect(JSONOverrideStore(path: path, watcher: nil, limit: 1000).overrides["a"]?.value == text)
    }

    @Test("no file is replaced by one that is too large for its reader")
    func anyFile() throws {
        try folder.write("old", to: "file")
        let problem = #expect(throws: FileProblem.self) {
            try AtomicFile.write([UInt8](repeating: 0, count: 11), to: folder.path("file"), limit: 10)
        }
        #expect(problem?.message == "would be 11 bytes; the limit is 10")
        #expect(try folder.text(of: "file") == "old")
    }

    @Test("a journal drops old steps before it becomes too large to read")
    func journal() throws {
        var journal = OverrideJournal()
        for number in 0..<5 {
            let change = OverrideSetDifference.Change(
                name: "a", before: nil, after: Override(value: String(repeating: "x", count: 400 + number)))
            journal.announce(.edit, "set", by: OverrideOrigin(), at: .now, changes: [change])
        }
        let bytes = journal.documentBytes(within: 2000)
        #expect(bytes.count <= 2000)
        #expect(try OverrideJournal(parsing: bytes).steps.map(\.number) == [3, 4, 5])
    }
}
