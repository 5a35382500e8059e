import ExperimentsSupport
import Foundation
import Locks
import TestSupport
import Testing

@Suite("A file that may be in replacement")
struct FileSettlingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What is read if `during` happens in the pause of this number, and how many pauses there were.
    private func read(pause number: Int, _ during: @escaping @Sendable () -> Void) async throws -> (String, Int) {
        let pauses = Mutex(0)
        let settling = FileSettling { _ in
            let count = pauses.withLock { count in
                count += 1
                return count
            }
            if count == number { during() }
        }
        let path = folder.path("file")
        let text = try await settling.read(path) { String(decoding: try FileBytes.read(path), as: UTF8.self) }
        return (text, pauses.withLock { $0 })
    }

    @Test("is read at once if it is there")
    func present() async throws {
        try folder.write("one", to: "file")
        let (text, pauses) = try await read(pause: 1) {}
        #expect(text == "one" && pauses == 0)
    }

    @Test("is read as soon as it is back", arguments: [1, 2, 5])
    func gone(pause: Int) async throws {
        let folder = folder
        let (text, pauses) = try await read(pause: pause) { _ = try? folder.write("two", to: "file") }
        #expect(text == "two" && pauses == pause)
    }

    @Test("is read as soon as it is not empty any more")
    func empty() async throws {
        try folder.write("", to: "file")
        let folder = folder
        let (text, pauses) = try await read(pause: 2) { _ = try? folder.write("two", to: "file") }
        #expect(text == "two" && pauses == 2)
    }

    @Test("is gone or empty if it stays so for a tenth of a second")
    func stays() async throws {
        let problem = await #expect(throws: FileProblem.self) { try await read(pause: 0) {} }
        #expect(problem?.isMissing == true)
        try folder.write("", to: "file")
        let (text, pauses) = try await read(pause: 0) {}
        #expect(text.isEmpty && pauses == 5)
    }

    @Test("is not read again if it is wrong, and was not written just now")
    func wrong() async throws {
        try folder.write("{", to: "file")
        let pauses = Recorder<Duration>()
        let settling = FileSettling(now: { Date() + 60 }, pause: { pauses.record($0) })
        await #expect(throws: CocoaError.self) {
            try await settling.read(folder.path("file")) { throw CocoaError(.fileReadCorruptFile) }
        }
        #expect(pauses.elements.isEmpty)
    }

    @Test("is read again if it is wrong, until nothing was written for a tenth of a second")
    func beingWritten() async throws {
        try folder.write("{", to: "file")
        let folder = folder
        let clock = Mutex(try #require(FileStatus(of: folder.path("file"))).modifiedAt)
        let attempts = Mutex(0)
        func settling(_ writes: @escaping @Sendable (Int) -> Void) -> FileSettling {
            attempts.withLock { $0 = 0 }
            return FileSettling(now: { clock.withLock(\.self) }) { duration in
                clock.withLock { $0 += duration.inSeconds }
                writes(attempts.withLock(\.self))
            }
        }
        @Sendable func read() throws -> String {
            attempts.withLock { $0 += 1 }
            let text = try folder.text(of: "file")
            guard text.hasSuffix("}") else { throw CocoaError(.fileReadCorruptFile) }
            return text
        }
        await #expect(throws: CocoaError.self) { try await settling { _ in }.read(folder.path("file"), read) }
        #expect((6...7).contains(attempts.withLock(\.self)))
        // Each write is one more moment to wait for the next.
        let slow = settling { number in
            try? folder.write(String(repeating: "{", count: number) + (number == 9 ? "}" : ""), to: "file")
            clock.withLock { $0 = FileStatus(of: folder.path("file"))?.modifiedAt ?? $0 }
        }
        clock.withLock { $0 = FileStatus(of: folder.path("file"))?.modifiedAt ?? $0 }
        #expect(try await slow.read(folder.path("file"), read) == "{{{{{{{{{}")
    }

    @Test("is read again if it changed while it was read")
    func changed() async throws {
        try folder.write("{", to: "file")
        let folder = folder
        let attempts = Mutex(0)
        let text = try await FileSettling { _ in }.read(folder.path("file")) { () throws -> String in
            let isFirst = attempts.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return try folder.text(of: "file") }
            try folder.write("{} and more", to: "file")
            throw CocoaError(.fileReadCorruptFile)
        }
        #expect(text == "{} and more")
    }

    @Test("is read by threads that may wait in the same way")
    func blockingRead() throws {
        try folder.write("{", to: "file")
        let written = try #require(FileStatus(of: folder.path("file"))).modifiedAt
        var pauses = 0
        let text = try FileSettling.readBlocking(
            folder.path("file"), now: { written },
            pause: { _ in
                pauses += 1
                if pauses == 2 { _ = try? folder.write("{}", to: "file") }
            },
            { () throws -> String in
                let text = try folder.text(of: "file")
                guard text.hasSuffix("}") else { throw CocoaError(.fileReadCorruptFile) }
                return text
            })
        #expect(text == "{}" && pauses == 2)
    }

    @Test("is waited for by threads that may wait, too")
    func blocking() throws {
        let pauses = Mutex<[Duration]>([])
        FileSettling.waitWhileInReplacement(folder.path("file")) { duration in
            let count = pauses.withLock { pauses in
                pauses.append(duration)
                return pauses.count
            }
            if count == 3 { _ = try? folder.write("x", to: "file") }
        }
        #expect(pauses.withLock { $0 } == [.milliseconds(20), .milliseconds(20), .milliseconds(20)])
    }
}
