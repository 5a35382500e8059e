import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("What lies in the place of a file", .inTurn, .timeLimit(.minutes(60)))
struct OddFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
    }

    private func set(_ text: String) throws {
        try JSONOverrideStore(path: path, watcher: nil).update { $0["a"] = Override(value: text) }
    }

    @Test(
        "a pipe is named and never waited for",
        arguments: [
            "overrides.json.lock", ".overrides.json.experiments-partial", ".overrides.json.lock-line",
        ])
    func pipes(_ name: String) throws {
        #expect(mkfifo(folder.path(name), 0o600) == 0)
        let problem = #expect(throws: FileProblem.self) { try set("1") }
        #expect(problem?.path == path)
        #expect(problem?.message == "\(name) beside it is a pipe, not a file")
        #expect(problem?.advice == "remove \(name), or move it away; nothing was changed")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a pipe that someone writes to is not taken for a file either")
    func openPipe() throws {
        let name = "overrides.json.lock"
        #expect(mkfifo(folder.path(name), 0o600) == 0)
        let other = open(folder.path(name), O_RDWR | O_NONBLOCK)
        defer { close(other) }
        let problem = #expect(throws: FileProblem.self) { try set("1") }
        #expect(problem?.message == "\(name) beside it is a pipe, not a file")
    }

    @Test("a folder in the place of the lock is named")
    func folderAsLock() throws {
        try folder.write("", to: "overrides.json.lock/file")
        let problem = #expect(throws: FileProblem.self) { try set("1") }
        #expect(problem?.message == "overrides.json.lock beside it is a directory, not a file")
    }

    @Test("a pipe in the place of the journal keeps a change from being made")
    func journal() throws {
        let journal = OverrideJournalFile(besideOverridesAt: path)
        try FileManager.default.createDirectory(
            atPath: folder.path(".override-journal"), withIntermediateDirectories: false)
        #expect(mkfifo(journal.path, 0o600) == 0)
        let problem = #expect(throws: FileProblem.self) {
            try journal.change(
                JSONOverrideStore(path: path, watcher: nil), "set", by: OverrideOrigin(), at: .now
            ) {
                $0["a"] = Override(value: "1")
            }
        }
        #expect(problem?.message.hasSuffix("is a pipe, not a file") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
