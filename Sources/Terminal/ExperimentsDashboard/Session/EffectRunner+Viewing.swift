import ExperimentsCore
import ExperimentsOperator
import Foundation

/// What is noted while a source is viewed as another user or with a draft, until the first fetch afterwards.
struct SourceView: Sendable {
    /// Whether the values of the service are those of the view, or may still be.
    var isOpen = true
    /// Whether the view ended, but only the server knows the source's own values, so that they arrive with a fetch.
    var awaitsFetch = false
    /// The source's own values before the view, or after the last fetch since; nil if they are not known.
    var own: Snapshot?
}

// Looking at a source as another user, or with a draft. This must change nothing that is kept about the source, so
// that the dashboard gets the values of a view as such, and the source's own values apart from them.
extension EffectRunner {
    /// Changes the persona or the draft of a service.
    func view(_ service: RemoteConfigService, change: () -> Void) {
        let source = currentSource
        let isOwn = services.asksAsConfigured(service, of: source)
        let before = isOwn ? service.snapshot : nil
        services.withView(of: source) { view in
            if view == nil { view = SourceView(own: before) }
            // Values that arrive during the change may be those from before it.
            view?.isOpen = true
        }
        change()
        let own = OwnValues(service, configured: services.configuredPersona(of: source))
        guard !own.isViewed else { return }
        // A keeper that evaluates conditions itself has the own values now. Others fetch them.
        let hasOwn = before != nil || own.isLocal
        services.withView(of: source) { view in
            view?.isOpen = !hasOwn
            view?.awaitsFetch = !hasOwn
        }
        guard hasOwn else { return }
        endView(of: service, source)
    }

    private func endView(of service: RemoteConfigService, _ source: String?) {
        post(.viewed(nil, source: source))
        post(Self.message(.snapshotChanged(service.snapshot), from: source))
    }

    static func message(_ event: ServiceEvent, from source: String?) -> Message {
        source.map { .sourceEvent(source: $0, event) } ?? .service(event)
    }

    /// Passes on the values of a view as such.
    ///
    /// - Returns: the event as one about the source itself; nil if it is only about the view.
    func ownEvent(_ event: ServiceEvent, of service: RemoteConfigService?, _ source: String?) -> ServiceEvent?
    {
        guard let service else { return event }
        switch event {
        case .snapshotChanged(let snapshot):
            guard !services.asksAsConfigured(service, of: source) else { return event }
            post(.viewed(snapshot, source: source))
            return ownSnapshot(of: service, source).map { .snapshotChanged($0) }
        case .fetchFinished(let record): return .fetchFinished(ownRecord(record, of: service, source))
        case .fetchStarted, .overridesChanged, .liveStatusChanged: return event
        }
    }

    /// Returns the source's own values as they are now; nil if only the server knows them.
    private func ownSnapshot(of service: RemoteConfigService, _ source: String?) -> Snapshot? {
        if services.asksAsConfigured(service, of: source) { return service.snapshot }
        let own = OwnValues(service, configured: services.configuredPersona(of: source))
        return own.isViewed ? own.snapshot : nil
    }

    /// Returns the record of a fetch without the differences between users.
    private func ownRecord(
        _ record: FetchRecord, of service: RemoteConfigService, _ source: String?
    ) -> FetchRecord {
        guard record.failure == nil, let view = services.withView(of: source, { $0 }) else { return record }
        let isViewed = OwnValues(service, configured: services.configuredPersona(of: source)).isViewed
        if view.awaitsFetch, !isViewed {
            services.withView(of: source) { $0 = nil }
            endView(of: service, source)
        }
        let now = ownSnapshot(of: service, source)
        services.withView(of: source) { view in
            guard isViewed else {
                view = nil
                return
            }
            if let now { view?.own = now }
        }
        guard let before = view.own, let now else { return record.replacing(.none) }
        return record.replacing(SnapshotDifference(from: before, to: now))
    }
}

extension FetchRecord {
    /// Returns the same record with other changes.
    fileprivate func replacing(_ difference: SnapshotDifference) -> FetchRecord {
        FetchRecord(
            id: id, trigger: trigger, startedAt: startedAt, duration: duration, result: result,
            version: version,
            difference: difference)
    }
}
