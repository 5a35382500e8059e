import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("Overrides in a file", .inTurn)
struct JSONOverrideStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("settings/overrides.json")
    }

    private func document(_ texts: [String: String]) -> String {
        OverrideSet(texts.mapValues { Override(value: $0) }).documentText
    }

    @Test("without a file there are none, and nothing is the matter; the first change makes it")
    func makesFile() throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        #expect(store.overrides.isEmpty)
        #expect(store.problem == nil)
        try store.update { _ in }
        #expect(!FileManager.default.fileExists(atPath: path))
        let update = try store.update { $0["a"] = Override(value: "1") }
        #expect(update.before.isEmpty)
        #expect(try folder.text(of: "settings/overrides.json") == document(["a": "1"]))
        #expect(store.overrides == update.after)
    }

    @Test("a change is made to what the file holds, not to what was read before")
    func changesTheFile() throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        try folder.write(document(["b": "2"]), to: "settings/overrides.json")
        let update = try store.update { $0["a"] = Override(value: "1") }
        #expect(update.before.names == ["b"])
        #expect(store.overrides.names == ["a", "b"])
    }

    @Test("members that no one knows survive a change")
    func keepsUnknownMembers() throws {
        let text = #"{"version": 1, "overrides": {"a": {"value": "1", "mood": "good"}}, "team": ["x"]}"#
        try folder.write(text, to: "settings/overrides.json")
        let store = JSONOverrideStore(path: path, watcher: nil)
        try store.update { $0["a"]?.value = "2" }
        let written = try JSONValue(parsing: try folder.text(of: "settings/overrides.json"))
        #expect(written.object?["team"] == ["x"])
        #expect(written.object?["overrides"]?.object?["a"]?.object?["mood"] == "good")
    }

    @Test("a change by anyone is noticed, and reported once")
    func hearsChanges() async throws {
        let store = JSONOverrideStore(path: path)
        let heard = Recorder<[String]>()
        let observation = store.observe { heard.record($0.overrides.names) }
        try store.update { $0["a"] = Override(value: "1", setAt: Date(timeIntervalSince1970: 1.23456789)) }
        try AtomicFile.write(Array(document(["b": "1"]).utf8), to: path)
        _ = try await heard.first(2)
        try JSONOverrideStore(path: path, watcher: nil).update { $0["c"] = Override(value: "1") }
        _ = try await heard.first(3)
        try FileManager.default.removeItem(atPath: path)
        _ = try await heard.first(4)
        withExtendedLifetime(observation) {}
        #expect(heard.elements == [["a"], ["b"], ["b", "c"], []])
    }

    static let broken: [(what: String, text: String, message: String)] = [
        ("cut off", "{\"version\": 1, \"overrides\": {\"a\": {\"val", "not JSON"),
        ("empty", "", "not JSON"),
        ("not JSON", "version: 1", "not JSON"),
        ("of a later version", "{\"version\": 2, \"overrides\": {}}", "its version is 2"),
        (
            "of another shape", "{\"version\": 1, \"overrides\": {\"a\": 1}}",
            "expected an object with a \"value\", found 1"
        ),
    ]

    @Test(
        "a broken file is reported with its place, kept as it is, and the last good overrides stay",
        arguments: broken)
    func brokenFile(_ example: (what: String, text: String, message: String)) async throws {
        let store = JSONOverrideStore(path: path)
        let heard = Recorder<OverrideStoreState>()
        let observation = store.observe { heard.record($0) }
        try store.update { $0["a"] = Override(value: "1") }
        let good = store.overrides

        try AtomicFile.write(Array(example.text.utf8), to: path)
        try await eventually("the problem") { heard.elements.last?.problem != nil }
        #expect(store.problem?.message.contains(example.message) == true)
        #expect(store.problem?.path == path)
        #expect(store.problem?.line != nil)
        #expect(store.problem?.advice != nil)
        #expect(store.overrides == good)
        #expect(heard.elements.last == OverrideStoreState(overrides: good, problem: store.problem))

        let refusal = #expect(throws: FileProblem.self) {
            try store.update { $0["b"] = Override(value: "2") }
        }
        #expect(refusal.map(OverrideStoreProblem.init) == store.problem)
        #expect(try folder.text(of: "settings/overrides.json") == example.text)

        try AtomicFile.write(Array(document(["c": "3"]).utf8), to: path)
        try await eventually("the file to be read again") { store.problem == nil }
        #expect(store.overrides.names == ["c"])
        withExtendedLifetime(observation) {}
    }

    @Test("a store opened on a broken file has a problem and no overrides, and mends when the file does")
    func openedBroken() throws {
        try folder.write("{", to: "settings/overrides.json")
        let store = JSONOverrideStore(path: path, watcher: nil)
        #expect(store.problem?.description.hasPrefix("\(path):1:1: not JSON") == true)
        #expect(store.overrides.isEmpty)
        try folder.write(document(["a": "1"]), to: "settings/overrides.json")
        store.reload()
        #expect(store.problem == nil)
        #expect(store.overrides.names == ["a"])
    }

    @Test("a folder in place of the file is reported and not touched")
    func folderInPlace() throws {
        try folder.write("x", to: "settings/overrides.json/inner")
        let store = JSONOverrideStore(path: path, watcher: nil)
        #expect(store.problem?.message == "is a directory, not a file")
        #expect(throws: FileProblem.self) { try store.update { $0["a"] = Override(value: "1") } }
        #expect(try folder.text(of: "settings/overrides.json/inner") == "x")
    }

    @Test("a change that finds the file broken says so from then on, also without a watcher")
    func findsProblem() throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        try folder.write("{", to: "settings/overrides.json")
        #expect(store.problem == nil)
        #expect(throws: FileProblem.self) { try store.update { $0["a"] = Override(value: "1") } }
        #expect(store.problem != nil)
    }

    @Test("a change that throws leaves the file as it was")
    func throwing() throws {
        struct Refusal: Error {}
        let store = JSONOverrideStore(path: path, watcher: nil)
        try store.update { $0["a"] = Override(value: "1") }
        #expect(throws: Refusal.self) {
            try store.update {
                $0["a"] = nil
                throw Refusal()
            }
        }
        #expect(try folder.text(of: "settings/overrides.json") == document(["a": "1"]))
        #expect(store.overrides.names == ["a"])
    }

    @Test("what is active is what the file says, times included")
    func timesAsWritten() throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        try store.update { $0["a"] = Override(value: "1", setAt: Date(timeIntervalSince1970: 1_000.000_4)) }
        #expect(store.overrides == JSONOverrideStore(path: path, watcher: nil).overrides)
    }

    @Test("through a symbolic link the target is changed, under the same lock")
    func throughLink() throws {
        try folder.write(document([:]), to: "settings/overrides.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.json"), withDestinationPath: "settings/overrides.json")
        let stores = ["link.json", "settings/overrides.json"].map {
            JSONOverrideStore(path: folder.path($0), watcher: nil)
        }
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            for turn in 0..<25 {
                _ = try? stores[number].update { $0["\(number)-\(turn)"] = Override(value: "") }
            }
        }
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.json")).hasSuffix(
                ".json"))
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides.entries.count == 50)
    }

    @Test("no change of many threads with stores of their own is lost, and each store ends with all")
    func manyStores() async throws {
        let stores = (0..<4).map { _ in JSONOverrideStore(path: path) }
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            for turn in 0..<15 {
                _ = try? stores[number].update { $0["\(number)-\(turn)"] = Override(value: "") }
            }
        }
        for store in stores {
            try await eventually("all changes") { store.overrides.entries.count == 60 }
        }
    }

    @Test("a store without owners is released, together with its watch")
    func noLeak() async throws {
        weak var weakStore: JSONOverrideStore?
        do {
            let store = JSONOverrideStore(path: path)
            weakStore = store
            try store.update { $0["a"] = Override(value: "1") }
        }
        // A notice of the change may still be under way, and holds the store until it is done.
        try await eventually("the store to be let go") { weakStore == nil }
    }
}
