import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Locks where the file system has no usual ones", .inTurn)
struct LockCallsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ calls: LockCalls) -> LockFile {
        LockFile(
            path: folder.path("file.lock"), named: folder.path("file"), permissions: .ownerOnly, calls: calls)
    }

    #if os(Linux)
    @Test(
        "ranges of files keep holders apart, threads of one process too",
        arguments: [ENOTSUP, ENOSYS, ENOLCK])
    func ranges(_ code: Int32) throws {
        var calls = LockCalls.system
        calls.whole = { _, _ in code }
        let first = try #require(try file(calls).take(orReading: false))
        #expect(try file(calls).take(orReading: false) == nil)
        close(first)
        let second = try #require(try file(calls).take(orReading: false))
        close(second)
    }
    #endif

    @Test("without either, a change is refused with what to do")
    func none() {
        let calls = LockCalls(whole: { _, _ in ENOTSUP }, range: { _, _ in ENOLCK })
        let problem = #expect(throws: FileProblem.self) { try file(calls).take(orReading: false) }
        #expect(problem?.path == folder.path("file"))
        #expect(problem?.message == "its file system cannot lock files")
        #expect(problem?.advice == "keep it on a disk of this machine; nothing was changed")
    }

    @Test("any other failure is reported as it is")
    func other() {
        let calls = LockCalls(whole: { _, _ in EIO }, range: { _, _ in 0 })
        let problem = #expect(throws: FileProblem.self) { try file(calls).take(orReading: false) }
        #expect(problem?.message.hasPrefix("cannot lock: ") == true)
    }
}
