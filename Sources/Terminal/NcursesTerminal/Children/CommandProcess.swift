#if os(macOS) || !canImport(Darwin)
import CNcurses
import Locks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program without a terminal, whose output is read while it runs, and which can be stopped with all that it started.
package final class CommandProcess: Sendable {
    /// How a program ended.
    package enum Ending: Sendable, Hashable {
        /// By itself, with a status.
        case exited(Int32)
        /// By a signal that did not come from here.
        case signalled(Int32)
        /// The process was stopped with ``stop()``.
        case stopped
        /// The process printed more than the limit, and was stopped.
        case flooded
    }

    /// How long a program that is stopped has for its own end.
    private static let patience = Duration.seconds(2)
    /// How long the output of an ended program is waited for, if something that it started still holds it.
    private static let grace = Duration.milliseconds(200)
    /// The time between two parts of the output, so that a flood does not fill the screen's queue.
    private static let pause = Duration.milliseconds(50)
    private static let chunk = 65_536

    private let process: Int32
    private let output: Int32
    private let isStopping = Mutex(false)

    /// Starts a program, which is found through `PATH`.
    ///
    /// - Parameter folder: the working directory; nil for that of this program.
    /// - Throws: `TerminalProblem.system` if it cannot be started.
    package init(
        _ words: [String], environment: [String: String], folder: String?
    ) throws(TerminalProblem) {
        var descriptor: Int32 = -1
        let (child, code) = words.withCTexts(environment) { arguments, variables in
            let child = cn_start(arguments, variables, folder, &descriptor)
            return (child, errno)
        }
        guard child > 0 else { throw .system(what: "\(words.first ?? "the program") cannot be started", code: code) }
        (process, output) = (child, descriptor)
    }

    deinit { close(output) }

    /// Asks it to end, and ends it by force if it does not. Any thread; returns before it has ended.
    package func stop() { isStopping.withLock { $0 = true } }

    /// Reads its output until it has ended. Call it once, on a thread that may block.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes after which it is stopped.
    ///   - take: called with parts of the output.
    package func read(limit: Int, _ take: ([UInt8]) -> Void) -> Ending {
        var part: [UInt8] = []
        var total = 0
        var isOpen = true
        var given = ContinuousClock.now - Self.pause
        var stoppedAt: ContinuousClock.Instant?
        var endedAt: ContinuousClock.Instant?
        var ending: Ending?
        while true {
            wait(forOutput: isOpen)
            let now = ContinuousClock.now
            if isOpen { isOpen = readPart(&part) }
            if total + part.count > limit {
                part = Array(part.prefix(limit - total))
                ending = ending ?? .flooded
                isOpen = false
            }
            if !part.isEmpty, now - given >= Self.pause || part.count >= Self.chunk || !isOpen {
                take(part)
                total += part.count
                part = []
                given = now
            }
            if ending == nil, isStopping.withLock(\.self) { ending = .stopped }
            if ending != nil, stoppedAt == nil {
                stoppedAt = now
                cn_signal_group(process, ending == .flooded ? SIGKILL : SIGTERM)
            }
            if let stoppedAt, now - stoppedAt > Self.patience { cn_signal_group(process, SIGKILL) }
            guard cn_has_ended(process) else { continue }
            endedAt = endedAt ?? now
            // Its child processes are ended with it if it was stopped; otherwise, they continue, as a browser would
            // expect.
            if ending == nil, isOpen, let endedAt, now - endedAt < Self.grace { continue }
            if ending != nil { cn_signal_group(process, SIGKILL) }
            if !part.isEmpty { take(part) }
            let status = cn_status(process)
            return ending ?? (status < 0 ? .signalled(-status) : .exited(status))
        }
    }

    private func wait(forOutput isOpen: Bool) {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        _ = isOpen ? poll(&descriptor, 1, 20) : poll(nil, 0, 20)
    }

    /// Reads what there is, up to a part.
    ///
    /// - Returns: false after the end of the output.
    private func readPart(_ part: inout [UInt8]) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        while part.count < Self.chunk {
            let count = Self.read(output, &bytes)
            guard count > 0 else {
                return count < 0 && (errno == EAGAIN || errno == EINTR)
            }
            part += bytes[..<count]
        }
        return true
    }

    private static func read(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.read(descriptor, &bytes, bytes.count)
        #elseif canImport(Musl)
        Musl.read(descriptor, &bytes, bytes.count)
        #else
        Darwin.read(descriptor, &bytes, bytes.count)
        #endif
    }
}
#endif
