import Dispatch
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("The lock of a file", .inTurn)
struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("is held by one at a time")
    func excludes() {
        let path = folder.path("file")
        // Atomic, because ThreadSanitizer does not know of locks of files; without the lock, several would be inside.
        let inside = Atomic(0)
        let most = Mutex(0)
        let failures = Recorder<String>()
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            for _ in 0..<50 {
                do {
                    try FileLock.whileHeld(guarding: path) {
                        let count = inside.add(1, ordering: .relaxed).newValue
                        most.withLock { $0 = max($0, count) }
                        inside.add(-1, ordering: .relaxed)
                    }
                } catch {
                    failures.record("\(error)")
                }
            }
        }
        #expect(failures.elements.isEmpty)
        #expect(most.withLock { $0 } == 1)
        #expect(inside.load(ordering: .relaxed) == 0)
    }

    @Test("gives up with advice when another holds it for too long")
    func givesUp() throws {
        let path = folder.path("file")
        try FileLock.whileHeld(guarding: path) {
            let problem = #expect(throws: FileProblem.self) {
                try FileLock.whileHeld(guarding: path, patience: .milliseconds(20)) {}
            }
            #expect(
                problem?.message == "another program (process \(getpid())) has been changing it for too long")
            #expect(problem?.advice?.contains("`kill -CONT \(getpid())`") == true)
            #expect(problem?.path == path)
        }
        #expect(throws: Never.self) { try FileLock.whileHeld(guarding: path, patience: .milliseconds(20)) {} }
    }

    @Test("is the same through a symbolic link")
    func throughLinks() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
        try FileLock.whileHeld(guarding: folder.path("link")) {
            #expect(throws: FileProblem.self) {
                try FileLock.whileHeld(guarding: folder.path("file"), patience: .milliseconds(20)) {}
            }
        }
    }

    @Test("is taken again when someone removed the lock file while it was held")
    func removedLockFile() throws {
        let path = folder.path("file")
        try FileLock.whileHeld(guarding: path) {
            try FileManager.default.removeItem(atPath: path + ".lock")
        }
        try FileLock.whileHeld(guarding: path) {
            #expect(throws: FileProblem.self) {
                try FileLock.whileHeld(guarding: path, patience: .milliseconds(20)) {}
            }
        }
    }

    @Test("can be taken past the next in line if that one does nothing, such as a stopped program")
    func stoppedInLine() throws {
        let turn = LockFile(
            path: folder.path(".file.lock-line"), named: folder.path("file"), permissions: .ownerOnly)
        let descriptor = try #require(try turn.take(orReading: true))
        defer { close(descriptor) }
        var isHeld = false
        try FileLock.whileHeld(guarding: folder.path("file")) { isHeld = true }
        #expect(isHeld)
    }
}
