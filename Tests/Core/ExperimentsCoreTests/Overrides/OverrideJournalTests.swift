import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("The journal of overrides", .inTurn)
struct OverrideJournalTests {
    private let folder: TemporaryFolder
    private let path: String
    private let store: JSONOverrideStore
    private let journal: OverrideJournalFile
    private let ann = OverrideOrigin(author: "ann", program: "a test")
    private let now = Date(timeIntervalSince1970: 1_772_000_000)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("settings/overrides.json")
        store = JSONOverrideStore(path: path, watcher: nil)
        journal = OverrideJournalFile(besideOverridesAt: path)
    }

    @discardableResult
    private func set(_ texts: [String: String?], _ title: String = "set") throws -> JournaledUpdate {
        try journal.change(store, title, by: ann, at: now) { overrides in
            for (name, text) in texts { overrides[name] = text.map { Override(value: $0, setAt: now) } }
        }
    }

    @Test("keeps each change with who made it, when, by what, and from what to what")
    func keeps() throws {
        try set(["a": "1", "b": "2"], "two")
        try set(["a": "3"], "one")
        let steps = try journal.read().steps
        #expect(steps.map(\.number) == [1, 2])
        #expect(steps.map(\.title) == ["two", "one"])
        #expect(steps[0].names == ["a", "b"])
        #expect(steps[1].origin == ann && steps[1].at == now)
        #expect(steps[1].changes.first?.before?.value == "1" && steps[1].changes.first?.after?.value == "3")
    }

    @Test(
        "gives the last overrides for a file that is damaged at the start, until the file can be read again")
    func recovering() throws {
        try set(["a": "1", "b": "2"])
        try set(["a": "3", "b": nil])
        let good = try String(contentsOfFile: path, encoding: .utf8)
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        let started = JSONOverrideStore(path: path, watcher: nil)
        started.recover { (try? journal.read())?.latestOverrides }
        #expect(started.overrides.entries.mapValues(\.value) == ["a": "3"])
        #expect(started.problem != nil)
        try good.replacing("\"3\"", with: "\"4\"").write(toFile: path, atomically: true, encoding: .utf8)
        started.reload()
        #expect(started.overrides.entries.mapValues(\.value) == ["a": "4"] && started.problem == nil)
        started.recover { (try? journal.read())?.latestOverrides }
        #expect(started.overrides.entries.mapValues(\.value) == ["a": "4"])
    }

    @Test("gives no overrides if it no longer has its first step, because it does not know all of them")
    func incomplete() throws {
        for text in ["1", "2"] { try set(["a": text]) }
        let steps = try journal.read().steps
        #expect(OverrideJournal(steps: steps).latestOverrides?["a"]?.value == "2")
        #expect(OverrideJournal(steps: [steps[1]]).latestOverrides == nil)
    }

    @Test("a document whose next step could have no number is set aside, like one that cannot be read")
    func lastNumber() throws {
        try set(["a": "1"])
        let text = try String(contentsOfFile: journal.path, encoding: .utf8)
        try text.replacing("\"step\":1,", with: "\"step\":\(Int.max),")
            .write(toFile: journal.path, atomically: true, encoding: .utf8)
        #expect(try set(["a": "2"]).problem?.message.contains("the journal cannot be read") == true)
        #expect(try journal.read().steps.map(\.number) == [1])
        #expect(store.overrides["a"]?.value == "2")
    }

    @Test("a change that changes nothing adds no step, and neither does a refused one")
    func nothingChanged() throws {
        struct Refusal: Error {}
        try set(["a": nil])
        #expect(throws: Refusal.self) {
            try journal.change(store, "no", by: ann, at: now) { _ in throw Refusal() }
        }
        #expect(try journal.read().steps.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: journal.path))
    }

    @Test("undo takes a step of several keys back together, redo makes it again, and both are steps")
    func undoAndRedo() throws {
        try set(["a": "1"])
        try set(["a": "2", "b": "2"], "both")
        let undone = try journal.reverse(.undo, in: store, by: ann, at: now)
        #expect(undone.step?.kind == .undo(of: 2) && undone.step?.title == "both")
        #expect(store.overrides.entries.mapValues(\.value) == ["a": "1"])
        let redone = try journal.reverse(.redo, in: store, by: ann, at: now)
        #expect(redone.step?.kind == .redo(of: 2))
        #expect(store.overrides.entries.mapValues(\.value) == ["a": "2", "b": "2"])
        try journal.reverse(.undo, in: store, by: ann, at: now)
        try journal.reverse(.undo, in: store, by: ann, at: now)
        #expect(store.overrides.isEmpty)
        #expect(throws: OverrideJournalProblem.self) {
            try journal.reverse(.undo, in: store, by: ann, at: now)
        }
        try journal.reverse(.redo, in: store, by: ann, at: now)
        try journal.reverse(.redo, in: store, by: ann, at: now)
        #expect(store.overrides.entries.mapValues(\.value) == ["a": "2", "b": "2"])
        #expect(try journal.read().steps.count == 8)
    }

    @Test("a new change leaves nothing to redo")
    func newChange() throws {
        try set(["a": "1"])
        try journal.reverse(.undo, in: store, by: ann, at: now)
        try set(["b": "1"])
        #expect(try journal.read().redoable.isEmpty)
        #expect(throws: OverrideJournalProblem.self) {
            try journal.reverse(.redo, in: store, by: ann, at: now)
        }
    }

    @Test("keys that were changed since without a step keep a step from being undone, by name; force does it")
    func changedSince() throws {
        try set(["a": "1", "b": "1"])
        try store.update { $0["b"]?.value = "by hand" }
        let problem = #expect(throws: OverrideJournalProblem.self) {
            try journal.reverse(.undo, in: store, by: ann, at: now)
        }
        #expect(problem?.keys == ["b"])
        #expect(store.overrides["a"]?.value == "1")
        try journal.reverse(.undo, in: store, by: ann, at: now, force: true)
        #expect(store.overrides.isEmpty)
        #expect(try journal.read().steps.last?.changes.last?.before?.value == "by hand")
    }

    @Test("other keys that were changed since are left as they are")
    func othersChanged() throws {
        try set(["a": "1"])
        try store.update { $0["c"] = Override(value: "by hand") }
        try journal.reverse(.undo, in: store, by: ann, at: now)
        #expect(store.overrides.names == ["c"])
    }

    @Test("a step that is not the last any more is not undone in its place")
    func expecting() throws {
        try set(["a": "1"])
        try set(["b": "1"], "another")
        let problem = #expect(throws: OverrideJournalProblem.self) {
            try journal.reverse(.undo, in: store, by: ann, at: now, expecting: 1)
        }
        #expect(problem?.message.contains("another") == true)
        #expect(store.overrides.names == ["a", "b"])
    }

    @Test("everything an override says is restored, members of others included")
    func wholeEntries() throws {
        let text =
            #"{"version": 1, "overrides": {"a": {"value": "1", "note": "n", "until": "next fetch", "mood": 1}}}"#
        try folder.write(text, to: "settings/overrides.json")
        store.reload()
        let before = store.overrides["a"]
        try set(["a": nil])
        try journal.reverse(.undo, in: store, by: ann, at: now)
        #expect(store.overrides["a"] == before && before?.unknownMembers["mood"] == 1)
    }

    @Test("only the last steps are kept, and undo still knows what it can take back")
    func bounded() throws {
        for number in 1...(OverrideJournal.stepLimit + 5) { try set(["a": String(number)]) }
        let kept = try journal.read()
        #expect(kept.steps.count == OverrideJournal.stepLimit)
        #expect(kept.steps.first?.number == 6)
        try journal.reverse(.undo, in: store, by: ann, at: now)
        #expect(store.overrides["a"]?.value == String(OverrideJournal.stepLimit + 4))
    }

    @Test("large steps push old ones out; the latest is kept whatever its size")
    func boundedBytes() throws {
        let large = String(repeating: "x", count: OverrideJournal.byteLimit / 2)
        try set(["a": "1"])
        try set(["b": large])
        try set(["c": large])
        #expect(try journal.read().steps.map(\.number) == [3])
        try set(["d": large + large + large])
        #expect(try journal.read().steps.map(\.number) == [4])
        try journal.reverse(.undo, in: store, by: ann, at: now)
        #expect(store.overrides["d"] == nil)
    }

    @Test("an undo whose edit was dropped can be done again")
    func undoWithoutEdit() throws {
        var journal = OverrideJournal()
        journal.announce(.undo(of: 1), "old", by: ann, at: now, changes: [])
        #expect(journal.undoable.isEmpty && journal.redoable.map(\.title) == ["old"])
        journal.announce(.redo(of: 1), "old", by: ann, at: now, changes: [])
        #expect(journal.undoable.map(\.title) == ["old"] && journal.redoable.isEmpty)
    }

    @Test("a journal that is damaged is set aside and said; the change is made")
    func damaged() throws {
        try set(["a": "1"])
        try folder.write("{\"version\": 1, \"steps\": [{]}", to: "settings/.override-journal/overrides.json")
        let problem = #expect(throws: FileProblem.self) {
            try journal.reverse(.undo, in: store, by: ann, at: now)
        }
        #expect(problem?.line == 1)
        #expect(store.overrides["a"]?.value == "1")
        let change = try set(["b": "1"])
        #expect(change.problem?.description.contains("overrides.json.broken") == true)
        #expect(store.overrides.names == ["a", "b"])
        #expect(try journal.read().steps.map(\.number) == [1])
        #expect(try folder.text(of: "settings/.override-journal/overrides.json.broken").contains("[{]"))
    }

    @Test("a journal of a later version is left as it is, and said; the change is made")
    func laterVersion() throws {
        let text = #"{"version": 9, "steps": []}"#
        try folder.write(text, to: "settings/.override-journal/overrides.json")
        let change = try set(["b": "1"])
        #expect(change.step == nil && change.problem?.message.contains("its version is 9") == true)
        #expect(store.overrides.names == ["b"])
        #expect(try folder.text(of: "settings/.override-journal/overrides.json") == text)
    }

    @Test("if a step cannot be kept, nothing is changed, and that is reported")
    func unwritable() throws {
        try folder.write("in the way", to: "settings/.override-journal")
        let problem = #expect(throws: FileProblem.self) { try set(["b": "1"]) }
        #expect(problem?.path == journal.path)
        #expect(problem?.message.hasPrefix("the change could not be undone later: ") == true)
        #expect(problem?.advice?.hasSuffix("; nothing was changed") == true)
        #expect(store.overrides.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("git does not see it, and no one can read it who cannot read the overrides")
    func hidden() throws {
        try folder.write("{\"version\": 1, \"overrides\": {}}", to: "settings/overrides.json")
        chmod(path, 0o600)
        try set(["a": "1"])
        #expect(try folder.text(of: "settings/.override-journal/.gitignore") == "*\n")
        let permissions =
            try FileManager.default.attributesOfItem(atPath: journal.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
    }

    @Test("in layers, the steps are of the highest")
    func layers() throws {
        let team = InMemoryOverrideStore(OverrideSet(["a": Override(value: "team")]))
        let layered = LayeredOverrideStore(lower: [("team", team)], top: store, named: path)
        try journal.change(layered, "set", by: ann, at: now) { $0["a"] = Override(value: "mine") }
        #expect(try journal.read().steps.first?.changes.first?.before == nil)
        try journal.reverse(.undo, in: layered, by: ann, at: now)
        #expect(layered.overrides["a"]?.value == "team")
    }

    @Test("through a symbolic link it is the same journal")
    func links() throws {
        try set(["a": "1"])
        let link = folder.path("link.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(OverrideJournalFile(besideOverridesAt: link).path == journal.path)
    }

    @Test("several writers together lose no step")
    func concurrent() async throws {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let store = JSONOverrideStore(path: path, watcher: nil)
                    for number in 0..<5 {
                        _ = try? journal.change(store, "w", by: ann, at: now) {
                            $0["k\(writer)"] = Override(value: String(number))
                        }
                    }
                }
            }
        }
        let steps = try journal.read().steps
        #expect(steps.map(\.number) == Array(1...20))
        for _ in steps { try journal.reverse(.undo, in: store, by: ann, at: now) }
        #expect(store.overrides.isEmpty)
    }
}
