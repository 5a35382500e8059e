#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

extension Terminal {
    /// Waits for events and passes them on in batches, until `handle` returns an exit code or a signal ends the
    /// program. Stopping, continuing and resizing are handled here. `handle` presents the frames.
    ///
    /// - Parameters:
    ///   - inbox: receives the messages.
    ///   - deadline: called before each wait; returns the time of the next `tick`, or nil for none.
    ///   - handle: gets everything that happened since the last wait; returns nil to continue, or an exit code.
    /// - Returns: the exit code.
    public func run<Message>(
        inbox: Inbox<Message>, deadline: () -> ContinuousClock.Instant?,
        handle: ([LoopEvent<Message>]) -> Int32?
    ) -> Int32 {
        while true {
            let due = deadline()
            let wake = wait(for: inbox, until: due)
            var events: [LoopEvent<Message>] = []
            var ending: Int32?
            for signal in wake.signals {
                switch signal {
                case .terminate(let exitCode): ending = ending ?? exitCode
                case .suspend: if suspend() { events.append(.resumed) }
                case .resume where ending == nil:
                    reenter()
                    events.append(.resumed)
                case .resume, .resize: break
                }
            }
            events += readEvents().map(LoopEvent.input)
            if wake.hasMessages { events += inbox.drain().map(LoopEvent.message) }
            if let due, ContinuousClock.now >= due { events.append(.tick) }
            if let ending { events.append(.terminated(exitCode: ending)) }
            guard !events.isEmpty else { continue }
            let answer = handle(events)
            if let code = ending ?? answer { return code }
            guard wake.hasMessages else { continue }
            // A dropped message may hold large values.
            let discarded = DiscardedValues([events])
            events = []
            Task.detached { discarded.release() }
        }
    }
}
#endif

extension Terminal {
    /// Waits for keys, messages or signals without using the processor.
    ///
    /// - Parameters:
    ///   - inbox: receives the messages.
    ///   - deadline: when to return at the latest; nil for no limit.
    public func wait<Message>(
        for inbox: Inbox<Message>, until deadline: ContinuousClock.Instant? = nil
    ) -> Wake {
        wait(also: inbox.descriptor, until: deadline)
    }

    /// Waits for keys or signals.
    public func wait(until deadline: ContinuousClock.Instant? = nil) -> Wake {
        wait(also: -1, until: deadline)
    }

    private func wait(also inbox: Int32, until deadline: ContinuousClock.Instant?) -> Wake {
        if let handedOutAt { busyTime = ContinuousClock.now - handedOutAt }
        handedOutAt = nil
        var descriptors = [input, signals, inbox].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let givingUpAt = decoder.patience(escapeDelay: escapeDelay).map { heardAt + $0 }
            let due = [deadline, givingUpAt].compactMap(\.self).min()
            let ready = cn_poll(&descriptors, descriptors.count, milliseconds(until: due))
            if ready < 0, errno == EINTR || errno == EAGAIN { continue }
            if let givingUpAt, descriptors[0].revents == 0 || ready <= 0, ContinuousClock.now >= givingUpAt {
                decoder.giveUp()
            }
            var wake = Wake()
            guard ready > 0 else {
                updateSize()
                wake.hasInput = sizeChanged || !decoder.events.isEmpty
                // The time limit of a sequence ended, not that of the caller.
                if ready == 0, !wake.hasInput, deadline.map({ ContinuousClock.now < $0 }) ?? true { continue }
                return wake
            }
            if descriptors[1].revents != 0 { wake.signals = readSignals() }
            if wake.signals.contains(.resize) { updateSize() }
            let inputState = Int32(descriptors[0].revents)
            wake.hasInput = inputState & Int32(POLLIN) != 0 || sizeChanged || !decoder.events.isEmpty
            if inputState & (POLLHUP | POLLERR | POLLNVAL) != 0,
                inputState & Int32(POLLIN) == 0 || !cn_has_bytes(input)
            {
                // The terminal is gone. Polling would return immediately, again and again.
                wake.signals.append(.terminate(exitCode: 128 + SIGHUP))
            }
            wake.hasMessages = descriptors[2].revents != 0
            return wake
        }
    }

    private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline)
        let (seconds, attoseconds) = left.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        // Round up, because waking a little early would mean waking twice.
        return Int32(
            clamping: min(seconds, 86_400) * 1_000 + (attoseconds + 999_999_999_999_999)
                / 1_000_000_000_000_000)
    }

    private func readSignals() -> [TerminalSignal] {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        var result: [TerminalSignal] = []
        while true {
            let count = read(signals, &bytes, bytes.count)
            guard count > 0 else { break }
            for byte in bytes[..<count] {
                guard let signal = TerminalSignal(number: Int32(byte)), !result.contains(signal) else {
                    continue
                }
                result.append(signal)
            }
        }
        if stoppedItself {
            // `suspend` has already taken the screen back.
            stoppedItself = false
            result.removeAll { $0 == .resume }
        }
        return result
    }
}
#endif
