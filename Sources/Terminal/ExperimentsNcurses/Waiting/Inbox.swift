#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A queue of messages to the thread that owns the screen. Any task posts to it, `Terminal.wait` waits for it, and
/// messages come out in the order in which they were posted.
public final class Inbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let readingEnd: Int32
    private let writingEnd: Int32

    /// Creates an empty inbox.
    ///
    /// - Throws: `TerminalProblem.system` if the process has no file descriptors left.
    public init() throws(TerminalProblem) {
        var ends: [Int32] = [-1, -1]
        guard cn_pipe(&ends) == 0 else { throw .system(what: "cannot create the inbox", code: errno) }
        readingEnd = ends[0]
        writingEnd = ends[1]
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// The descriptor that becomes readable when there are messages.
    var descriptor: Int32 { readingEnd }

    /// Adds a message, and wakes the owner if it is the first.
    public func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        guard wasEmpty else { return }
        var byte: UInt8 = 1
        while write(writingEnd, &byte, 1) < 0, errno == EINTR {}
    }

    /// Takes out all messages.
    public func drain() -> [Message] {
        // Read the byte first: a message that arrives between the two steps sends another byte.
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(readingEnd, &bytes, bytes.count) > 0 {}
        return messages.withLock { messages in
            let taken = messages
            messages.removeAll()
            return taken
        }
    }
}
#endif

#if os(macOS) || !canImport(Darwin)
/// The reasons why a wait ended. If all are empty, the time ran out.
public struct Wake: Sendable, Hashable {
    /// Whether there is input that `Terminal.readEvents` returns.
    public var hasInput = false

    /// Whether there are messages in the inbox.
    public var hasMessages = false

    /// Signals that arrived, in order, each at most once.
    public var signals: [TerminalSignal] = []
}
#endif

#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

/// An event that `Terminal.run` passes to the program.
public enum LoopEvent<Message: Sendable>: Sendable {
    /// A key, the mouse, pasted text or another size.
    case input(InputEvent)

    /// A message from the inbox.
    case message(Message)

    /// The deadline has passed.
    case tick

    /// The program was stopped and runs again. The screen may be outdated.
    case resumed

    /// The program ends with this exit code, which `run` returns.
    case terminated(exitCode: Int32)
}
#endif
