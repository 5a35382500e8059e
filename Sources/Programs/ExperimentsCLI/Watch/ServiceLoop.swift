import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Fetches at the interval, and passes on the events of the service and other news, until the program ends.
struct ServiceLoop<News: Sendable> {
    enum Event: Sendable {
        /// An event of the service.
        case service(ServiceEvent)
        /// News from the owner of the loop.
        case news(News)
    }

    private let session: ProjectSession
    private let inbox = EventQueue<Event>()
    private var fetching: FetchLoop
    private var clock = ClockWatch()

    /// - Parameter interval: the time between fetches; nil to fetch once, and then only when the source requests it.
    init(_ session: ProjectSession, interval: Duration?) {
        self.session = session
        fetching = FetchLoop(
            interval: interval, liveStatus: session.service.keeper.liveStatus, at: Date(),
            seed: .random(in: 0 ... .max)
        )
    }

    /// Runs until an error is thrown, for example by the output.
    ///
    /// - Parameters:
    ///   - deadline: returns the time at which to call `wake` without an event; nil for never.
    ///   - wake: called at the deadline.
    ///   - follow: starts to wait for other events, and passes them to its argument, on any thread, until the handles
    ///     that it returns are released.
    ///   - hear: handles an event, with the state of the fetches after it, whose interval it may change.
    mutating func run(
        deadline: () -> Date? = { nil }, wake: () throws -> Void = {},
        following follow: (@escaping @Sendable (News) -> Void) -> [ObservationHandle] = { _ in [] },
        hear: (Event, inout FetchLoop) throws -> Void
    ) throws {
        let inbox = inbox
        let observations =
            [session.service.observe { inbox.post(.service($0)) }] + follow { inbox.post(.news($0)) }
        defer { for observation in observations { observation.cancel() } }
        while true {
            let now = Date()
            if fetching.isDue(at: now) { fetch(at: now) }
            if let deadline = deadline(), deadline <= now { try wake() }
            let next = [fetching.schedule.nextFetchAt, deadline()].compactMap { $0 }.min()
            let arrived = inbox.next(until: next)
            fetching.clockWasSet(by: clock.jump())
            guard let event = arrived else { continue }
            // `watch` prints every change to live updates, even if its reason was printed before.
            if case .service(let event) = event { _ = fetching.hear(event, at: Date()) }
            try hear(event, &fetching)
        }
    }

    private mutating func fetch(at now: Date) {
        fetching.begin(at: now)
        let service = session.service
        // Observers get the result.
        Task.detached { _ = try? await service.fetch(.scheduled) }
    }
}
