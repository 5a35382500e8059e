import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Overrides that several processes share", .inTurn)
struct OverrideProcessTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
    }

    private func writer(_ arguments: String...) throws -> ChildProgram {
        try ChildProgram(BuiltProducts.path("OverrideWriter"), arguments)
    }

    @Test("no change of three processes immediately is lost, and a fourth hears of all")
    func manyWriters() async throws {
        let store = JSONOverrideStore(path: path)
        let programs = try ["x", "y", "z"].map { try writer("add", path, $0, "20") }
        for turn in 1...20 { try store.update { $0["own-\(turn)"] = Override(value: "\(turn)") } }
        for program in programs {
            #expect(try await program.end() == 0, "\(program.output)")
            #expect(program.lines.count == 20)
        }
        try await eventually("all changes") { store.overrides.entries.count == 80 }
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides == store.overrides)
    }

    @Test(
        "a writer that is killed at any moment leaves the old or the new document, and what it had confirmed")
    func killedWriters() async throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        var filler = OverrideSet()
        for index in 0..<300 {
            filler["filler-\(index)"] = Override(value: "value \(index)", note: "to make it long")
        }
        try JSONOverrideStore(path: path, watcher: nil).update { $0 = filler }
        for _ in 0..<20 {
            let program = try writer("count", path, "counter", "0")
            let lines = Int.random(in: 1...3, using: &random)
            try await eventually("\(lines) changes") { program.lines.count >= lines }
            spin(for: .microseconds(Int.random(in: 0...8_000, using: &random)))
            program.send(SIGKILL)
            try await program.end()

            let store = JSONOverrideStore(path: path, watcher: nil)
            #expect(store.problem == nil)
            let counted = Int(store.overrides["counter"]?.value ?? "") ?? -1
            let confirmed = try #require(program.lines.last.flatMap(Int.init))
            // It may have been killed between a change and the word that it is done.
            #expect(counted == confirmed || counted == confirmed + 1)
            var others = store.overrides
            others["counter"] = nil
            #expect(others == filler)
        }
        try JSONOverrideStore(path: path, watcher: nil).update { $0["after"] = Override(value: "1") }
        #expect(try folder.names() == ["overrides.json", "overrides.json.lock"])
    }

    /// Passes a time too short to wait for anything, so that a signal falls anywhere within a write.
    private func spin(for duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }

    /// Arguments that make the program act as a user who is not root, since root may read and write everything.
    private var asAnotherUser: [String] { geteuid() == 0 ? ["--user", "65534"] : [] }

    private func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let program = try ChildProgram(BuiltProducts.path("OverrideWriter"), asAnotherUser + arguments)
        return (try await program.end(), program.output)
    }

    @Test("a file that may not be read is reported with what to do, and never written")
    func unreadable() async throws {
        try folder.write(OverrideSet.empty.documentText, to: "overrides.json")
        #expect(chmod(folder.path, 0o777) == 0)
        #expect(chmod(path, 0o000) == 0)
        let expected =
            "\(path): cannot open: permission denied; check the permissions of the file and its folder"
        let shown = try await run(["show", path])
        #expect(shown.output.hasPrefix(expected))
        let written = try await run(["add", path, "a", "1"])
        #expect(written.status == 1)
        #expect(written.output.hasPrefix(expected))
        #expect(chmod(path, 0o600) == 0)
        #expect(try folder.text(of: "overrides.json") == OverrideSet.empty.documentText)
    }

    @Test("in a folder that may not be written, overrides are active and a change is refused with what to do")
    func readOnlyFolder() async throws {
        try folder.write(OverrideSet(["a": Override(value: "1")]).documentText, to: "overrides.json")
        #expect(chmod(path, 0o644) == 0)
        #expect(chmod(folder.path, 0o555) == 0)
        #expect(try await run(["show", path]).output == "1 overrides\n")
        let written = try await run(["add", path, "b", "1"])
        #expect(written.status == 1)
        #expect(
            written.output.contains("permission denied; check the permissions of the file and its folder"))
        #expect(try folder.names() == ["overrides.json"])
    }

    @Test("a user who did not make the lock file may take the lock where the overrides are shared")
    func lockOfAnother() async throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        try store.update { $0["a"] = Override(value: "1") }
        #expect(chmod(folder.path, 0o777) == 0)
        #expect(chmod(path, 0o666) == 0)
        // From the owner's next change on, the lock file is for the same users as the overrides.
        try store.update { $0["a"] = Override(value: "2") }
        let written = try await run(["add", path, "b", "1"])
        #expect(written.status == 0, "\(written.output)")
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides.names == ["a", "b-1"])
    }
}
