#if os(macOS) || !canImport(Darwin)
import TerminalUI

extension Terminal {
    /// Waits and hands out what comes, in batches, until `handle` returns an exit code or a signal ends the program.
    /// Stopping, continuing and resizing are taken care of. `handle` presents frames itself.
    ///
    /// - Parameters:
    ///   - inbox: where messages come in.
    ///   - deadline: asked before each wait: when the next `tick` is due; nil for none.
    ///   - handle: takes everything that happened since the last wait; nil to go on, or an exit code.
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
            // The content of a message that was not kept may be large.
            let discarded = DiscardedValues([events])
            events = []
            Task.detached { discarded.release() }
        }
    }
}
#endif
