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

/// A program without a terminal. Its output can be read while it runs, and it can be stopped together with everything
/// it started.
package final class CommandProcess: Sendable {
    /// How a program ended.
    package enum Ending: Sendable, Hashable {
        /// The program exited with a status.
        case exited(Int32)
        /// The program was ended by a signal that this process did not send.
        case signalled(Int32)
        /// The program was stopped with ``stop()``.
        case stopped
        /// The program printed more than the limit and was stopped.
        case flooded
    }

    /// The time that a stopped program has to end by itself.
    private static let patience = Duration.seconds(2)
    /// The time to wait for more output after the program ended, if something it started still has the output open.
    private static let grace = Duration.milliseconds(200)
    /// The pause between two parts of the output, so that a flood does not fill the screen's queue.
    private static let pause = Duration.milliseconds(50)
    private static let chunk = 65_536

    private let process: Int32
    private let output: Int32
    private let isStopping = Mutex(false)

    /// Starts a program, found through `PATH`.
    ///
    /// - Parameters:
    ///   - input: the descriptor of its standard input; nil for none.
    ///   - errors: the descriptor of its standard error; nil if errors are a part of the output.
    package init(
        _ words: [String], environment: [String: String], folder: String?, input: Int32? = nil,
        errors: Int32? = nil
    ) throws(TerminalProblem) {
        var descriptor: Int32 = -1
        let (child, code) = words.withCTexts(environment) { arguments, variables in
            let child = cn_start_with(arguments, variables, folder, input ?? -1, errors ?? -1, &descriptor)
            return (child, errno)
        }
        guard child > 0 else {
            throw .system(what: "\(words.first ?? "the program") cannot be started", code: code)
        }
        process = child
        output = descriptor
    }

    deinit { close(output) }

    /// Asks the program to end, and kills it if it does not. Returns before it has ended. Call it on any thread.
    package func stop() { isStopping.withLock { $0 = true } }

    /// Reads the output until the program has ended. Call it once, on a thread that may block.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes after which the program is stopped.
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
            // If it was stopped, its children end too. Otherwise they continue to run, as for example a browser should.
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

    /// Reads the next part of the output.
    ///
    /// - Returns: false at the end of the output.
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
