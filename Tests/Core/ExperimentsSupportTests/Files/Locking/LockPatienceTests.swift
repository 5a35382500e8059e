import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Waiting for a lock", .inTurn)
struct LockPatienceTests {
    private final class Watch {
        var now = ContinuousClock.now
    }

    private let folder: TemporaryFolder
    private let watch = Watch()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func patience() -> LockPatience {
        let watch = watch
        return LockPatience(.seconds(10), watching: [folder.path("file")]) { watch.now }
    }

    private func check(_ patience: inout LockPatience) throws {
        try patience.check(folder.path("file.lock"), naming: folder.path("file"))
    }

    @Test("ends when nothing has changed for too long")
    func stuck() throws {
        var patience = patience()
        try check(&patience)
        watch.now += .seconds(9)
        try check(&patience)
        watch.now += .seconds(1)
        #expect(throws: FileProblem.self) { try check(&patience) }
    }

    @Test("continues for as long as those in front get on")
    func progress() throws {
        var patience = patience()
        for turn in 0..<50 {
            try AtomicFile.write(Array("\(turn)".utf8), to: folder.path("file"))
            try check(&patience)
            watch.now += .seconds(9)
            try check(&patience)
        }
        #expect(patience.waited == .seconds(450))
    }

    @Test(
        "names no holder that is gone, or on another machine",
        arguments: ["999999999 here", "1 elsewhere", "", "x y"])
    func holders(_ text: String) throws {
        try folder.write(text, to: "file.lock")
        #expect(LockHolder(of: folder.path("file.lock")) == nil)
    }

    @Test("whoever has given the lock back is not named any more")
    func afterwards() throws {
        try FileLock.whileHeld(guarding: folder.path("file")) {
            #expect(LockHolder(of: folder.path("file.lock"))?.process == getpid())
        }
        #expect(LockHolder(of: folder.path("file.lock")) == nil)
    }
}
