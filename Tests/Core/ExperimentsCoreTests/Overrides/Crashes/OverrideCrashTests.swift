import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

/// Copies what is on the disk at each moment of a change: what a process that is killed there would leave.
private final class Wreckage: Sendable {
    struct State {
        let moment: String
        let folder: TemporaryFolder
        var store: JSONOverrideStore {
            JSONOverrideStore(path: folder.path("all/overrides.json"), watcher: nil)
        }
        var journal: OverrideJournalFile {
            OverrideJournalFile(besideOverridesAt: folder.path("all/overrides.json"))
        }
    }

    private let recorder = Recorder<State>()
    var states: [State] { recorder.elements }

    func witness<Result>(_ folder: TemporaryFolder, _ change: () throws -> Result) throws -> Result {
        let copy: @Sendable (String, String) -> Void = { what, path in
            guard let state = try? TemporaryFolder(),
                FileManager.default.fileExists(atPath: folder.path("all"))
            else {
                return
            }
            try? FileManager.default.copyItem(atPath: folder.path("all"), toPath: state.path("all"))
            self.recorder.record(
                State(moment: "\(what) \((path as NSString).lastPathComponent)", folder: state))
        }
        let result = try FileMoment.$witness.withValue(copy, operation: change)
        copy("end", "")
        return result
    }
}

@Suite("Overrides and their journal after a sudden end", .inTurn)
struct OverrideCrashTests {
    private let folder: TemporaryFolder
    private let store: JSONOverrideStore
    private let journal: OverrideJournalFile
    private let now = Date(timeIntervalSince1970: 1_772_000_000)

    init() throws {
        folder = try TemporaryFolder()
        store = JSONOverrideStore(path: folder.path("all/overrides.json"), watcher: nil)
        journal = OverrideJournalFile(besideOverridesAt: folder.path("all/overrides.json"))
    }

    private func set(_ texts: [String: String?]) throws {
        try journal.change(store, "set", by: OverrideOrigin(), at: now) { overrides in
            for (name, text) in texts { overrides[name] = text.map { Override(value: $0, setAt: now) } }
        }
    }

    @Test(
        "wherever a change is cut off, the next undo reverts the active change, and the one after it the change before"
    )
    func change() throws {
        try set(["a": "1"])
        let first = store.overrides
        let wreckage = Wreckage()
        try wreckage.witness(folder) { try set(["a": "2", "b": "2"]) }
        #expect(wreckage.states.count >= 8)
        var made: Set<Bool> = []
        for state in wreckage.states {
            let store = state.store
            let wasMade = store.overrides != first
            made.insert(wasMade)
            #expect(try state.journal.read().undoable.count == (wasMade ? 2 : 1), "\(state.moment)")
            if wasMade { try state.journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now) }
            #expect(store.overrides == first, "\(state.moment)")
            try state.journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now)
            #expect(store.overrides.isEmpty, "\(state.moment)")
            #expect(try state.folder.names() == ["all"])
        }
        #expect(made == [true, false])
    }

    @Test(
        "after any changes, undos and redos, wherever they are cut off, undo leads back to no overrides",
        arguments: 0..<6)
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let wreckage = Wreckage()
        try wreckage.witness(folder) {
            for _ in 0..<7 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: _ = try? journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now)
                case 1: _ = try? journal.reverse(.redo, in: store, by: OverrideOrigin(), at: now)
                default:
                    let text =
                        Bool.random(using: &random) ? String(Int.random(in: 0..<9, using: &random)) : nil
                    try set([Bool.random(using: &random) ? "a" : "b": text])
                }
            }
        }
        for state in wreckage.states {
            let store = state.store
            for _ in try state.journal.read().undoable {
                try state.journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now)
            }
            #expect(store.overrides.isEmpty, "\(state.moment)")
            for _ in try state.journal.read().redoable {
                try state.journal.reverse(.redo, in: store, by: OverrideOrigin(), at: now)
            }
        }
    }

    @Test("a step whose change was not made takes no older one with it")
    func oldSteps() throws {
        try set(["a": "1"])
        let wreckage = Wreckage()
        try wreckage.witness(folder) {
            try set(["b": String(repeating: "x", count: OverrideJournal.byteLimit)])
        }
        let unchanged = wreckage.states.filter { $0.store.overrides.names == ["a"] }
        #expect(!unchanged.isEmpty)
        for state in unchanged {
            #expect(try state.journal.read().undoable.map(\.number) == [1], "\(state.moment)")
        }
    }

    @Test("a change that fails leaves no step, and the ones before stay")
    func failure() throws {
        try set(["a": "1"])
        try FileManager.default.createDirectory(
            atPath: folder.path("all/.overrides.json.experiments-partial"), withIntermediateDirectories: false
        )
        #expect(throws: FileProblem.self) { try set(["a": "2"]) }
        #expect(store.overrides["a"]?.value == "1")
        #expect(try journal.read().undoable.map(\.number) == [1])
        try FileManager.default.removeItem(atPath: folder.path("all/.overrides.json.experiments-partial"))
        try journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now)
        #expect(store.overrides.isEmpty)
    }

    @Test("a change by hand after a sudden end is not taken for the step that was being made")
    func byHand() throws {
        try set(["a": "1"])
        let wreckage = Wreckage()
        try wreckage.witness(folder) { try set(["a": "2"]) }
        for state in wreckage.states {
            let store = state.store
            try store.update { $0["a"]?.value = "by hand" }
            let problem = #expect(throws: OverrideJournalProblem.self) {
                try state.journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now)
            }
            #expect(problem?.keys == ["a"], "\(state.moment)")
        }
    }

    @Test("a step that was made is not forgotten when its keys are put back by hand")
    func putBack() throws {
        try set(["a": "1"])
        let old = store.overrides
        try set(["a": "2"])
        try store.update { $0 = old }
        #expect(throws: OverrideJournalProblem.self) {
            try journal.reverse(.undo, in: store, by: OverrideOrigin(), at: now)
        }
    }

    @Test("a journal of an earlier version is read, and what is written is one that it reads")
    func earlierVersions() throws {
        let text = """
            {"version": 1, "steps": [
            {"step":7,"action":"edit","title":"set","at":"2026-03-01T09:30:00Z",\
            "changes":[{"name":"a","after":{"value":"1"}}]}
            ]}
            """
        try folder.write(text, to: "all/.override-journal/overrides.json")
        try store.update { $0["a"] = Override(value: "1") }
        try set(["b": "1"])
        #expect(try journal.read().steps.map(\.number) == [7, 8])
        let document = try JSONValue(parsing: try folder.text(of: "all/.override-journal/overrides.json"))
        #expect(document.object?["version"] == 1 && document.object?["steps"]?.array?.count == 2)
        #expect(document.object?["open"] == 0)
    }
}
