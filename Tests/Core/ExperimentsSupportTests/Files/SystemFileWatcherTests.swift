import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Watching a file", .inTurn)
struct SystemFileWatcherTests {
    private let folder: TemporaryFolder
    private let files = FileManager.default

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Watches `name` and expects to hear of every one of the changes, one after the other.
    private func expectNotices(of name: String, _ changes: [(what: String, make: () throws -> Void)])
        async throws
    {
        let heard = Recorder<String>()
        let path = folder.path(name)
        let observation = SystemFileWatcher().watch(path) {
            heard.record((try? FileBytes.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? "none")
        }
        for change in changes {
            heard.clear()
            try change.make()
            let content = (try? folder.text(of: name)) ?? "none"
            // Told of, and what is read on being told is what is there now.
            try await eventually("a notice that \(change.what)") { heard.elements.last == content }
        }
        withExtendedLifetime(observation) {}
    }

    private func writeInPlace(_ text: String, to name: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(name)))
        try handle.write(contentsOf: Data(text.utf8))
        try handle.truncate(atOffset: UInt64(text.utf8.count))
        try handle.close()
    }

    @Test("hears of a file that is made, changed, replaced and removed, again and again")
    func wholeLife() async throws {
        try await expectNotices(
            of: "file",
            [
                ("it was made", { try folder.write("one", to: "file") }),
                ("it was written in place", { try writeInPlace("three", to: "file") }),
                ("it was written with the same size", { try writeInPlace("seven", to: "file") }),
                ("it was replaced", { try AtomicFile.write(Array("two".utf8), to: folder.path("file")) }),
                ("it was written after it was replaced", { try writeInPlace("four", to: "file") }),
                ("it was removed", { try files.removeItem(atPath: folder.path("file")) }),
                ("it was made again", { try folder.write("five", to: "file") }),
                (
                    "another was moved in its place",
                    {
                        try folder.write("six", to: "other")
                        #expect(rename(folder.path("other"), folder.path("file")) == 0)
                    }
                ),
                ("it was moved away", { #expect(rename(folder.path("file"), folder.path("other")) == 0) }),
            ])
    }

    @Test("hears of a write that keeps size and time as they were")
    func sameSizeAndTime() async throws {
        try folder.write("one", to: "file")
        let attributes = try files.attributesOfItem(atPath: folder.path("file"))
        try await expectNotices(
            of: "file",
            [
                (
                    "it was written",
                    {
                        try writeInPlace("two", to: "file")
                        let time = try #require(attributes[.modificationDate] as? Date)
                        try files.setAttributes([.modificationDate: time], ofItemAtPath: folder.path("file"))
                    }
                )
            ])
    }

    @Test("hears of a writer that keeps the file open")
    func heldOpen() async throws {
        try folder.write("", to: "file")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("file")))
        defer { try? handle.close() }
        try await expectNotices(
            of: "file",
            [
                ("a line was written", { try handle.write(contentsOf: Data("a\n".utf8)) }),
                ("a second line was written", { try handle.write(contentsOf: Data("b\n".utf8)) }),
            ])
    }

    @Test("waits for folders that do not exist yet, one after the other")
    func foldersToCome() async throws {
        let heard = Recorder<Void>()
        let observation = SystemFileWatcher().watch(folder.path("a/b/file")) { heard.record(()) }
        try files.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
        try files.createDirectory(atPath: folder.path("a/b"), withIntermediateDirectories: false)
        heard.clear()
        try folder.write("x", to: "a/b/file")
        _ = try await heard.first(1)
        withExtendedLifetime(observation) {}
    }

    @Test("hears of a file that appears together with its folders")
    func allAtOnce() async throws {
        try folder.write("one", to: "elsewhere/b/file")
        try await expectNotices(
            of: "a/b/file",
            [
                (
                    "its folders were moved here",
                    { #expect(rename(folder.path("elsewhere"), folder.path("a")) == 0) }
                )
            ])
    }

    @Test("hears of changes after its folder was removed and made again, or moved away and replaced")
    func folderReplaced() async throws {
        try folder.write("one", to: "a/b/file")
        try await expectNotices(
            of: "a/b/file",
            [
                ("the folder was removed", { try files.removeItem(atPath: folder.path("a/b")) }),
                ("the folder was made again", { try folder.write("two", to: "a/b/file") }),
                ("the file was written", { try writeInPlace("three", to: "a/b/file") }),
                (
                    "the folder was moved away",
                    { #expect(rename(folder.path("a/b"), folder.path("a/c")) == 0) }
                ),
                ("another folder took its place", { try folder.write("four", to: "a/b/file") }),
                ("all was removed", { try files.removeItem(atPath: folder.path("a")) }),
                ("all was made again", { try folder.write("five", to: "a/b/file") }),
                (
                    "the folder above was moved away",
                    { #expect(rename(folder.path("a"), folder.path("z")) == 0) }
                ),
                ("another took the place of the folder above", { try folder.write("six", to: "a/b/file") }),
            ])
    }

    @Test("hears of changes of what a symbolic link leads to, and of the link itself")
    func links() async throws {
        try folder.write("one", to: "real/file")
        try folder.write("other", to: "real/second")
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real/file")
        try await expectNotices(
            of: "link",
            [
                ("the target was written", { try writeInPlace("three", to: "real/file") }),
                (
                    "the target was replaced",
                    { try AtomicFile.write(Array("two".utf8), to: folder.path("real/file")) }
                ),
                ("the target was removed", { try files.removeItem(atPath: folder.path("real/file")) }),
                ("the target was made again", { try folder.write("four", to: "real/file") }),
                (
                    "the link leads elsewhere",
                    {
                        try files.createSymbolicLink(
                            atPath: folder.path("new"), withDestinationPath: "real/second")
                        #expect(rename(folder.path("new"), folder.path("link")) == 0)
                    }
                ),
                ("the second target was written", { try writeInPlace("five", to: "real/second") }),
            ])
    }

    @Test("hears when a folder on the way is a symbolic link that leads elsewhere from now on")
    func linkedFolder() async throws {
        try folder.write("one", to: "v1/file")
        try folder.write("two", to: "v2/file")
        try files.createSymbolicLink(atPath: folder.path("current"), withDestinationPath: "v1")
        try await expectNotices(
            of: "current/file",
            [
                (
                    "the folder is another",
                    {
                        try files.createSymbolicLink(atPath: folder.path("next"), withDestinationPath: "v2")
                        #expect(rename(folder.path("next"), folder.path("current")) == 0)
                    }
                ),
                ("the file in it was written", { try writeInPlace("three", to: "v2/file") }),
            ])
    }

    #if os(Linux)
    @Test("hears of a write through another name of the same file")
    func hardLink() async throws {
        try folder.write("one", to: "a/file")
        try folder.write("", to: "b/dummy")
        try files.linkItem(atPath: folder.path("a/file"), toPath: folder.path("b/file"))
        try await expectNotices(of: "a/file", [("it was written", { try writeInPlace("two", to: "b/file") })])
    }

    @Test("needs no polling where the system gives notices")
    func noPolling() throws {
        let watch = FileWatch(path: folder.path("none/file"), onChange: {})
        watch.start()
        #expect(!watch.isPolling)
        watch.stop()
    }
    #endif

    @Test("is quiet about other files")
    func otherFiles() async throws {
        let heard = Recorder<Void>()
        let observation = SystemFileWatcher().watch(folder.path("file")) { heard.record(()) }
        for turn in 0..<20 { try folder.write("x", to: "other\(turn)") }
        try AtomicFile.write([1], to: folder.path("file"))
        _ = try await heard.first(1)
        // Notices come in order, so those of the other files would have come before.
        #expect(heard.count <= 2)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "reports a file that git or an editor replaces once it is back, and never as missing",
        arguments: [false, true])
    func replacement(emptied: Bool) async throws {
        try folder.write("one", to: "file")
        let waits = Recorder<@Sendable () async -> Void>()
        let heard = Recorder<String>()
        let path = folder.path("file")
        let watcher = SystemFileWatcher(later: { duration, queue, action in
            #expect(duration == FileSettling.patience)
            waits.record {
                queue.async(execute: action)
                // The next change comes after it, as after a real wait.
                await withCheckedContinuation { done in queue.async { done.resume() } }
            }
        })
        let observation = watcher.watch(path) {
            heard.record((try? FileBytes.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? "none")
        }
        for turn in 0..<20 {
            waits.clear()
            if emptied { try writeInPlace("", to: "file") } else { #expect(unlink(path) == 0) }
            // The gap is as long as it takes to notice it.
            _ = try await waits.first(1)
            try folder.write("text \(turn)", to: "other")
            #expect(rename(folder.path("other"), path) == 0)
            try await eventually("a notice of the new file") { heard.elements.last == "text \(turn)" }
            for wait in waits.elements { await wait() }
        }
        #expect(!heard.elements.contains("none") && !heard.elements.contains(""))
        waits.clear()
        #expect(unlink(path) == 0)
        for wait in try await waits.first(1) { await wait() }
        try await eventually("a notice that the file is gone") { heard.elements.last == "none" }
        withExtendedLifetime(observation) {}
    }

    @Test("ends with its observation")
    func ends() async throws {
        let ended = Recorder<Void>()
        let observation = SystemFileWatcher().watch(folder.path("file")) { ended.record(()) }
        observation.cancel()
        let heard = Recorder<Void>()
        let other = SystemFileWatcher().watch(folder.path("file")) { heard.record(()) }
        try await eventually("the end of the watch") {
            ended.clear()
            heard.clear()
            try folder.write("\(UUID())", to: "file")
            _ = try await heard.first(1)
            return ended.count == 0
        }
        withExtendedLifetime(other) {}
    }
}
