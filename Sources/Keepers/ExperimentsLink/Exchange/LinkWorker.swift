import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// Works for a link: passes events to the machine and the queue of reports, and carries out their effects. It runs in
/// one task, which handles one message after the other.
struct LinkWorker {
    let surroundings: LinkSurroundings
    let mail: AsyncStream<LinkMail>.Continuation
    /// Activates a state, and stores it unless it is stored already.
    let use: @Sendable (LinkedState?, _ isKept: Bool) -> Void
    /// Reports the status of the link.
    let announce: @Sendable (LinkStatus) -> Void

    private var machine = LinkMachine()
    private var reports: ReportQueue?
    private var server: LinkServer?
    private var keys: KeyReporting?
    private var areKeysStale = false
    /// The time at which an override of the last report expires.
    private var keysStaleAt: Duration?

    private var connection: Task<Void, Never>?
    private var sending: Task<Void, Never>?
    private var alarm: (at: Duration, task: Task<Void, Never>)?

    init(
        _ surroundings: LinkSurroundings, mail: AsyncStream<LinkMail>.Continuation,
        use: @escaping @Sendable (LinkedState?, _ isKept: Bool) -> Void,
        announce: @escaping @Sendable (LinkStatus) -> Void
    ) {
        self.surroundings = surroundings
        self.mail = mail
        self.use = use
        self.announce = announce
    }

    /// Handles messages until there are no more.
    mutating func run(on stream: AsyncStream<LinkMail>) async {
        for await mail in stream {
            take(mail)
            tellIfDue()
            setAlarm()
        }
        connection?.cancel()
        sending?.cancel()
        alarm?.task.cancel()
    }

    private mutating func take(_ mail: LinkMail) {
        switch mail {
        case .linked(let offer): follow(offer)
        case .unlinked:
            happen(.takenBack)
            server = nil
            reports = nil
        case .happened(let happening):
            if case .timePassed = happening { silenceAlarm() }
            happen(happening)
        case .answered(let answer, let number):
            let (now, fraction) = (surroundings.now(), surroundings.fraction())
            let isLinked = machine.status == .linked
            reports?.handle(answer, to: number, isLinked: isLinked, at: now, fraction: fraction)
        case .attached(let new):
            keys = new
            keysChanged()
        case .keysChanged: keysChanged()
        case .mismatched(let mismatch): note { $0.note(mismatch) }
        case .exposed(let exposure): note { $0.note(exposure) }
        case .tracked(let metric): note { $0.note(metric) }
        }
    }

    private mutating func follow(_ offer: LinkOffer) {
        let identity = offer.identity()
        server = LinkServer(invitation: offer.invitation, identity: identity)
        if reports?.identity == identity {
            reports?.forgetServer()
        } else {
            // Reports are numbered per queue: a new queue needs a new name; otherwise, its first report would look like
            // one that was already sent.
            reports = ReportQueue(identity: identity, run: UUID().uuidString.lowercased())
        }
        happen(.given(kept: offer.kept()))
    }

    private mutating func happen(_ happening: LinkHappening) {
        let (now, fraction) = (surroundings.now(), surroundings.fraction())
        for effect in machine.handle(happening, at: now, fraction: fraction) { carryOut(effect) }
        if case .timePassed = happening, let keysStaleAt, keysStaleAt <= now { keysChanged() }
    }

    private mutating func carryOut(_ effect: LinkEffect) {
        switch effect {
        case .open(let number, let revision): open(number, after: revision)
        case .close: connection?.cancel()
        case .use(let state, let isKept):
            use(state, isKept)
            // The app's service has been notified by now.
            areKeysStale = true
            note { $0.note(revision: state?.revision) }
        case .announce(let status):
            announce(status)
            if status == .linked {
                let (now, fraction) = (surroundings.now(), surroundings.fraction())
                reports?.begin(at: now, fraction: fraction)
            } else {
                reports?.pause()
            }
        }
    }

    private mutating func open(_ number: Int, after revision: LinkRevision?) {
        connection?.cancel()
        guard let server else { return }
        let (surroundings, mail) = (surroundings, mail)
        connection = Task.detached(priority: .utility) {
            await server.follow(number, after: revision, in: surroundings) { mail.yield(.happened($0)) }
        }
    }

    private mutating func keysChanged() {
        areKeysStale = true
        keysStaleAt = nil
        note { _ in }
    }

    private mutating func note(_ change: (inout ReportQueue) -> Void) {
        guard var queue = reports.take() else { return }
        change(&queue)
        queue.wake(at: surroundings.now(), fraction: surroundings.fraction())
        reports = queue
    }

    private mutating func tellIfDue() {
        let now = surroundings.now()
        guard let due = reports?.deadline, due <= now, let server else { return }
        if areKeysStale { lookAtKeys(now) }
        let date = surroundings.date()
        guard let report = reports?.next(at: now, date: date) else { return }
        let (surroundings, mail) = (surroundings, mail)
        sending = Task.detached(priority: .utility) {
            mail.yield(.answered(await server.send(report, in: surroundings), number: report.sequence))
        }
    }

    private mutating func lookAtKeys(_ now: Duration) {
        areKeysStale = false
        guard let keys, let report = keys.report() else { return }
        let snapshot = report.snapshot
        reports?.note(
            keys: report.rows.filter(\.isDeclared).map { ReportedKey($0, keys.pending($0.name)) },
            source: ReportedSource(fetchedAt: snapshot.fetchedAt, version: snapshot.version))
        keysStaleAt = report.validUntil.map { end in
            // A little later, so that a clock of another resolution agrees that the time is over.
            now + .seconds(max(end.timeIntervalSince(surroundings.date()), 0) + 0.01)
        }
    }

    /// Sets the alarm to the earliest of all times. An alarm that is too early is harmless.
    private mutating func setAlarm() {
        let times = [machine.deadline, reports?.deadline, server == nil ? nil : keysStaleAt].compactMap(
            \.self)
        guard let next = times.min() else { return silenceAlarm() }
        if let alarm, alarm.at <= next { return }
        silenceAlarm()
        let (surroundings, mail) = (surroundings, mail)
        let task = Task.detached(priority: .utility) {
            guard (try? await surroundings.wait(next)) != nil else { return }
            mail.yield(.happened(.timePassed))
        }
        alarm = (next, task)
    }

    private mutating func silenceAlarm() {
        alarm?.task.cancel()
        alarm = nil
    }
}

/// A message to a link, sent from any thread and handled in order.
enum LinkMail: Sendable {
    /// A link was given.
    case linked(LinkOffer)
    /// The link was taken back.
    case unlinked
    /// Something happened to the connection.
    case happened(LinkHappening)
    /// A report was answered.
    case answered(ReportAnswer, number: Int)
    /// The app's keys can be seen from now on.
    case attached(KeyReporting)
    /// The keys may be other than they were.
    case keysChanged
    /// The app read a key as another type than its own.
    case mismatched(ReportedMismatch)
    /// A value assigned the user to a group.
    case exposed(ReportedExposure)
    /// A user did something.
    case tracked(ReportedMetric)
}

/// A link whose data is read only when the link is used, so that the start of the app does not wait.
struct LinkOffer: Sendable {
    let invitation: LinkInvitation
    /// Returns the identity of the app.
    let identity: @Sendable () -> AppIdentity
    /// The state that an earlier run stored; nil for none.
    let kept: @Sendable () -> LinkedState?
}

/// Reads an app's keys when they are reported.
struct KeyReporting: Sendable {
    /// Returns the keys at this moment; nil if the app has released its service.
    let report: @Sendable () -> Report?
    /// Returns the pending change to a key that keeps its value for a session.
    let pending: @Sendable (String) -> PendingValues.Change?
}
