import ExperimentsCore
import ExperimentsLocks
import FirebaseTemplates

/// The services of a session's sources: the current one, and those opened before, which still have their values.
final class ServiceSwitch: Sendable {
    private struct State {
        var current: RemoteConfigService
        var currentName: String?
        var opened: [String: RemoteConfigService] = [:]
        /// The persona for which each source was fetched when it was opened.
        var personas: [String: SourcePersona] = [:]
        /// The sources that are being viewed as another user or with a draft, or were since the last fetch.
        var views: [String: SourceView] = [:]
        var subscription: ObservationHandle?
        /// The number of requests for another source. If there are two, the later one wins.
        var wishes = 0
    }

    private let session: DashboardSession
    private let state: Mutex<State>

    init(_ session: DashboardSession) {
        self.session = session
        var state = State(current: session.service, currentName: session.currentSource)
        if let name = session.currentSource { state.opened[name] = session.service }
        state.personas[session.currentSource ?? ""] =
            session.configuredPersona ?? Self.persona(session.service)
        if OwnValues(session.service, configured: session.configuredPersona).isViewed {
            state.views[session.currentSource ?? ""] = SourceView()
        }
        self.state = Mutex(state)
    }

    /// The service of the current source.
    var current: RemoteConfigService { state.withLock(\.current) }

    /// The name of the current source, if it has one.
    var currentName: String? { state.withLock(\.currentName) }

    /// Returns a ticket for ``show(_:_:hearing:)``. Take it at the time of the request.
    func wish() -> Int {
        state.withLock { state in
            state.wishes += 1
            return state.wishes
        }
    }

    /// Returns the service of a source, opened if necessary. This may read files, so call it in the background.
    func service(named name: String) throws -> RemoteConfigService? {
        if let service = state.withLock({ $0.opened[name] }) { return service }
        guard let service = try session.openSource?(name) else { return nil }
        return state.withLock { state in
            // Another thread may have been faster.
            if let first = state.opened[name] { return first }
            state.opened[name] = service
            state.personas[name] = Self.persona(service)
            return service
        }
    }

    /// Returns the user configured for a source; nil if its values do not depend on the user.
    func configuredPersona(of source: String?) -> SourcePersona? {
        state.withLock { $0.personas[source ?? ""] }
    }

    /// Returns whether a source is fetched for the configured persona and from the published template. Only such values
    /// are stored.
    func asksAsConfigured(_ service: RemoteConfigService, of source: String?) -> Bool {
        guard !OwnValues(service, configured: configuredPersona(of: source)).isViewed else { return false }
        return state.withLock { $0.views[source ?? ""]?.isOpen != true }
    }

    /// Changes what is noted about the view of a source.
    ///
    /// - Parameter change: gets nil if there is no view, and sets nil to end it.
    func withView<Result>(of source: String?, _ change: (inout SourceView?) -> Result) -> Result {
        state.withLock { change(&$0.views[source ?? ""]) }
    }

    private static func persona(_ service: RemoteConfigService) -> SourcePersona? {
        (service.keeper as? any PersonaKeeper)?.persona
    }

    /// Listens only to this service. Returns false if another one was requested in the meantime.
    func show(
        _ service: RemoteConfigService, _ ticket: Int, hearing: @escaping @Sendable (ServiceEvent) -> Void
    ) -> Bool {
        let subscription = service.observe(hearing)
        let (isLatest, previous) = state.withLock { state -> (Bool, ObservationHandle?) in
            guard state.wishes == ticket else { return (false, subscription) }
            let previous = state.subscription
            state.current = service
            state.currentName = state.opened.first { $0.value === service }?.key
            state.subscription = subscription
            return (true, previous)
        }
        // Release it outside the lock.
        previous?.cancel()
        return isLatest
    }
}
