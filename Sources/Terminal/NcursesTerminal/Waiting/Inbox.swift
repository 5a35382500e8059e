#if os(macOS) || !canImport(Darwin)
import CNcurses
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Messages from anywhere to the one thread that owns the screen: posted by any task, waited for in
/// `Terminal.wait`, taken out in the order in which they were posted.
public final class Inbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let readingEnd: Int32
    private let writingEnd: Int32

    /// An empty inbox.
    ///
    /// - Throws: `TerminalProblem.system` if the process has no file descriptors left.
    public init() throws(TerminalProblem) {
        var ends: [Int32] = [-1, -1]
        guard cn_pipe(&ends) == 0 else { throw .system(what: "The inbox cannot be made", code: errno) }
        readingEnd = ends[0]
        writingEnd = ends[1]
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Becomes readable when there are messages.
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
        // The byte goes first: a message that comes between the two steps brings a byte of its own.
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
