import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Fetches at the interval, and passes on the events of the service, until the program is ended.
struct ServiceLoop {
    private let session: ProjectSession
    private let inbox = EventQueue<ServiceEvent>()
    private var fetching: FetchLoop

    /// - Parameter interval: the time between fetches; nil to fetch once, and then only when the source says so.
    init(_ session: ProjectSession, interval: Duration?) {
        self.session = session
        fetching = FetchLoop(
            interval: interval, liveStatus: session.service.keeper.liveStatus, at: Date(), seed: .random(in: 0 ... .max)
        )
    }

    /// Returns only by an error, such as one of the output.
    ///
    /// - Parameters:
    ///   - deadline: when something is to be done without an event; nil for never.
    ///   - wake: does it.
    ///   - hear: takes an event, and whether a fetch is under way after it.
    mutating func run(
        deadline: () -> Date? = { nil }, wake: () throws -> Void = {}, hear: (ServiceEvent, Bool) throws -> Void
    ) throws {
        let inbox = inbox
        let observation = session.service.observe { inbox.post($0) }
        defer { observation.cancel() }
        while true {
            let now = Date()
            if fetching.isDue(at: now) { fetch(at: now) }
            if let deadline = deadline(), deadline <= now { try wake() }
            let next = [fetching.schedule.nextFetchAt, deadline()].compactMap { $0 }.min()
            guard let event = inbox.next(until: next) else { continue }
            // `watch` prints every change of announcements, also one whose reason was told before.
            _ = fetching.hear(event, at: Date())
            try hear(event, fetching.activity != .idle)
        }
    }

    private mutating func fetch(at now: Date) {
        fetching.begin(at: now)
        let service = session.service
        // Observers get the result.
        Task.detached { _ = try? await service.fetch(.scheduled) }
    }
}
