import ExperimentsCore
import ExperimentsLinkProtocol

/// The state machine of a link: it decides when to connect, which overrides apply, and which status to report. It is a
/// value that gets the time and random numbers from outside, and returns the effects to carry out.
///
/// The app keeps its overrides until it receives all others: changes are applied only if they are based on exactly the
/// state that the app has. So a change is never applied partially, even if messages are lost, repeated or late, or come
/// from another server. The overrides are removed only if the server refuses the link, because they are then no longer
/// for this app.
struct LinkMachine: Sendable {
    /// The time after which a silent server counts as lost. A server sends a sign of life every 15 seconds.
    static let patience: Duration = .seconds(40)
    /// The time within which a response must begin.
    static let openingPatience: Duration = .seconds(20)
    /// A changed network opens the stream again only if it was not opened this shortly before.
    static let settling: Duration = .seconds(2)

    /// The activity of the link. Times are measured from a fixed moment, and continue while the device sleeps.
    private enum Phase: Hashable {
        case off
        case opening(since: Duration)
        case open(since: Duration, heard: Duration)
        case waiting(until: Duration)
        /// There is a link, and the app is not to follow it for now.
        case resting
    }

    /// The current state.
    private(set) var state: LinkedState?
    /// The status that the app can show.
    private(set) var status = LinkStatus.off

    private var phase = Phase.off
    /// The number of the latest connection. Messages from others are too late.
    private var connection = 0
    private var backoff = LinkBackoff()
    private var app = AppLifecycle()
    /// Whether the next stream must begin with the whole state: a change was missed.
    private var needsWhole = false

    /// The time at which to handle `timePassed`; nil for none.
    var deadline: Duration? {
        switch phase {
        case .off, .resting: nil
        case .opening(let since): since + Self.openingPatience
        case .open(_, let heard): heard + Self.patience
        case .waiting(let until): until
        }
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - now: the time since a fixed moment.
    ///   - fraction: a random number from 0 up to 1.
    mutating func handle(_ happening: LinkHappening, at now: Duration, fraction: Double) -> [LinkEffect] {
        switch happening {
        case .given(let kept): return begin(with: kept, at: now)
        case .takenBack: return end()
        case .networkChanged(let isUsable): return networkChanged(isUsable, at: now)
        case .appChanged(let new): return appChanged(to: new, at: now)
        case .timePassed: return timePassed(at: now, fraction)
        case .opened(let number):
            guard number == connection, case .opening = phase else { return [] }
            phase = .open(since: now, heard: now)
            backoff.noteOpened(at: now)
            return announce(.linked)
        case .heard(let number):
            hear(from: number, at: now)
            return []
        case .told(let number, let event):
            guard hear(from: number, at: now) else { return [] }
            return take(event, at: now, fraction)
        case .ended(let number, let failure):
            guard number == connection, phase != .off else { return [] }
            return fail(failure, at: now, fraction)
        }
    }

    private mutating func begin(with kept: LinkedState?, at now: Duration) -> [LinkEffect] {
        let old = state
        (state, needsWhole) = (kept, false)
        backoff.forget()
        let use: [LinkEffect] = old == kept ? [] : [.use(kept, isKept: true)]
        return use + announce(.looking(problem: nil)) + open(at: now)
    }

    /// Handles a change of the app's state. In the background no one sees changes, and the stream would not survive, so
    /// it is closed.
    private mutating func appChanged(to new: AppLifecycle, at now: Duration) -> [LinkEffect] {
        let wasActive = app.isActive
        app = new
        guard phase != .off else { return [] }
        guard app.isActive else { return (wasActive ? [.close] : []) + rest() }
        guard !wasActive else { return [] }
        backoff.forget()
        return announceAttempt() + open(at: now)
    }

    private mutating func rest() -> [LinkEffect] {
        connection += 1
        phase = .resting
        return announceAttempt(app.isLowData ? Self.lowData : nil)
    }

    private mutating func end() -> [LinkEffect] {
        guard phase != .off else { return [] }
        (phase, state) = (.off, nil)
        connection += 1
        return [.close, .use(nil, isKept: false)] + announce(.off)
    }

    private mutating func open(at now: Duration) -> [LinkEffect] {
        guard app.isActive else { return rest() }
        phase = .opening(since: now)
        connection += 1
        return [.open(connection: connection, after: needsWhole ? nil : state?.revision)]
    }

    @discardableResult
    private mutating func hear(from number: Int, at now: Duration) -> Bool {
        guard number == connection, case .open(let since, _) = phase else { return false }
        phase = .open(since: since, heard: now)
        return true
    }

    private mutating func take(_ event: LinkEvent, at now: Duration, _ fraction: Double) -> [LinkEffect] {
        switch event {
        case .state(let new):
            needsWhole = false
            guard new != state else { return [] }
            state = new
        case .changes(let changes):
            guard state?.apply(changes) == true else { return miss(changes, at: now, fraction) }
        }
        return [.use(state, isKept: false)]
    }

    /// Handles changes that do not start from the state: they were sent twice, or there was a gap.
    private mutating func miss(_ changes: LinkedChanges, at now: Duration, _ fraction: Double) -> [LinkEffect]
    {
        if let revision = state?.revision, revision.origin == changes.revision.origin,
            changes.revision.number <= revision.number
        {
            return []
        }
        needsWhole = true
        return [.close]
            + fail(
                LinkFailure(
                    .broken, LinkProblem("a change was missed; requesting everything again", isPassing: true)),
                at: now, fraction)
    }

    private mutating func fail(_ failure: LinkFailure, at now: Duration, _ fraction: Double) -> [LinkEffect] {
        connection += 1
        phase = .waiting(until: now + backoff.wait(after: failure, at: now, fraction: fraction))
        let isRefused = failure.kind == .refused
        var effects = announce(isRefused ? .refused(failure.problem) : .looking(problem: failure.problem))
        if isRefused, state != nil {
            state = nil
            effects.insert(.use(nil, isKept: false), at: 0)
        }
        return effects
    }

    private mutating func timePassed(at now: Duration, _ fraction: Double) -> [LinkEffect] {
        guard let deadline, deadline <= now else { return [] }
        switch phase {
        case .off, .resting: return []
        case .waiting: return open(at: now)
        case .opening: return [.close] + fail(Self.silence(Self.openingPatience), at: now, fraction)
        case .open: return [.close] + fail(Self.silence(Self.patience), at: now, fraction)
        }
    }

    private mutating func networkChanged(_ isUsable: Bool, at now: Duration) -> [LinkEffect] {
        // If there is no network, the attempts continue anyway, less and less often, because the system's report is not
        // always right.
        guard isUsable else { return [] }
        switch phase {
        case .off, .resting: return []
        case .waiting: break
        case .opening(let since), .open(let since, _):
            // A connection over the previous network gets no notice of the change.
            guard now - since >= Self.settling else { return [] }
        }
        backoff.forget()
        return announceAttempt() + open(at: now)
    }

    /// Announces that the app is not connected. A link that was refused stays so until the server takes it.
    private mutating func announceAttempt(_ problem: LinkProblem? = nil) -> [LinkEffect] {
        if case .refused = status { return [] }
        return announce(.looking(problem: problem))
    }

    private mutating func announce(_ new: LinkStatus) -> [LinkEffect] {
        guard new != status else { return [] }
        status = new
        return [.announce(new)]
    }

    private static let lowData = LinkProblem(
        "the network is in Low Data Mode", advice: "turn it off in the settings of the network",
        isPassing: true)

    private static func silence(_ length: Duration) -> LinkFailure {
        LinkFailure(
            .broken,
            LinkProblem("the server sent nothing for \(length.components.seconds) seconds", isPassing: true))
    }
}
