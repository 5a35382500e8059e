import ExperimentsLocks
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("A file that may be in replacement", .inTurn)
struct FileSettlingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What is read if `during` happens in the pause of this number, and how many pauses there were.
    private func read(pause number: Int, _ during: @escaping @Sendable () -> Void) async throws -> (
        String, Int
    ) {
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

    @Test("is read immediately if it is there")
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

    @Test("is wrong if nothing is written to it for a tenth of a second, and is not read again until then")
    func wrong() async throws {
        try folder.write("{", to: "file")
        let (pauses, attempts) = (Recorder<Duration>(), Recorder<Int>())
        await #expect(throws: CocoaError.self) {
            try await FileSettling { pauses.record($0) }.read(folder.path("file")) {
                attempts.record(1)
                throw CocoaError(.fileReadCorruptFile)
            }
        }
        #expect(pauses.elements.reduce(.zero, +) == FileSettling.patience)
        #expect(attempts.count == 1)
    }

    @Test("is read again after each write if it is wrong")
    func beingWritten() async throws {
        try folder.write("{", to: "file")
        let (folder, pauses) = (folder, Recorder<Duration>())
        let settling = FileSettling { duration in
            pauses.record(duration)
            // A write in every third pause, each of which is one more moment to wait for the next.
            let (number, rest) = pauses.count.quotientAndRemainder(dividingBy: 3)
            guard rest == 0 else { return }
            _ = try? folder.write(
                String(repeating: "{", count: number + 1) + (number == 5 ? "}" : ""), to: "file")
        }
        let text = try await settling.read(folder.path("file")) { () throws -> String in
            let text = try folder.text(of: "file")
            guard text.hasSuffix("}") else { throw CocoaError(.fileReadCorruptFile) }
            return text
        }
        #expect(text == "{{{{{{}" && pauses.count == 15)
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
        var pauses = 0
        let text = try FileSettling.readBlocking(
            folder.path("file"),
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
