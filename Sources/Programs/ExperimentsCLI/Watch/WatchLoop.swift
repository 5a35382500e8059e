import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Fetches again and again, and prints what changes, until the program is ended.
struct WatchLoop {
    private let session: ProjectSession
    private let printer: WatchPrinter
    private let inbox = EventQueue<ServiceEvent>()
    private var changes = ReportChanges()
    private var fetching: FetchLoop
    private var report: Report?

    /// - Parameter interval: the time between fetches; nil to fetch once, and then only when the source says so.
    init(_ session: ProjectSession, interval: Duration?, _ printer: WatchPrinter) {
        self.session = session
        self.printer = printer
        fetching = FetchLoop(
            interval: interval, liveStatus: session.service.keeper.liveStatus, at: Date(), seed: .random(in: 0 ... .max)
        )
    }

    /// Returns only by an error of the output.
    mutating func run() throws {
        let inbox = inbox
        let observation = session.service.observe { inbox.post($0) }
        defer { observation.cancel() }
        try print(changes.events(of: session.overrides.problem))
        while true {
            let now = Date()
            if fetching.isDue(at: now) { fetch(at: now) }
            if let validUntil = report?.validUntil, validUntil <= now { try printChanges() }
            let deadline = [fetching.schedule.nextFetchAt, report?.validUntil].compactMap { $0 }.min()
            if let event = inbox.next(until: deadline) { try handle(event) }
        }
    }

    private mutating func fetch(at now: Date) {
        fetching.begin(at: now)
        let service = session.service
        // How it ends is told to observers.
        Task.detached { _ = try? await service.fetch(.scheduled) }
    }

    private mutating func handle(_ event: ServiceEvent) throws {
        // `watch` prints every change of announcements, also one whose reason was told before.
        _ = fetching.hear(event, at: Date())
        switch event {
        case .fetchStarted: break
        case .fetchFinished(let record):
            if record.failure == nil { try session.asked?.check() }
            session.keepFetch(by: "watch")
            try print([.fetch(record)])
            try printChanges()
        case .snapshotChanged:
            // During a fetch, its end tells; else the source pushed its content.
            if fetching.activity == .idle { try printChanges() }
        case .overridesChanged(let new):
            try print(changes.events(of: new.problem))
            try printChanges()
        case .liveStatusChanged(let status):
            try print([.live(status)])
        }
    }

    /// Nothing is said of the keys before the first fetch: what they come to is not known yet.
    private mutating func printChanges() throws {
        guard session.service.history.lastSuccess != nil else { return }
        let report = session.service.report(for: session.keys)
        self.report = report
        try print(changes.events(of: report))
    }

    private func print(_ events: [WatchEvent]) throws {
        let now = Date()
        for event in events { try printer.print(event, at: now) }
    }
}
