import ExperimentsCore
import Foundation
import LinkProtocol
import Locks

extension LinkedOverrideStore {
    /// Tells the server how the keys are in this app, now and whenever that changes: their values, statuses and what
    /// supplied them. Nothing is looked at while the app is not linked.
    ///
    /// - Parameters:
    ///   - keys: the keys, usually `Key.allCases`.
    ///   - service: the app's service, which is not kept alive.
    public func report(_ keys: [any RemoteKey], of service: RemoteConfigService) {
        // Made once, and only where somebody asks.
        let projections = Once { keys.map { CatalogKey($0) } }
        report({ projections.value }, of: service)
    }

    /// Tells the server how the keys of a catalogue are, which no code declares.
    package func report(_ keys: @escaping @Sendable () -> [CatalogKey], of service: RemoteConfigService) {
        let pending = service.pendingValues
        let reporting = KeyReporting { [weak service] in
            service?.report(for: keys())
        } pending: {
            pending[$0]
        }
        let sessions = pending.observeSessions { [weak self] in self?.post(.keysChanged) }
        let observation = service.observe { [weak self] event in
            switch event {
            case .fetchStarted, .liveStatusChanged: break
            case .fetchFinished, .snapshotChanged, .overridesChanged: self?.post(.keysChanged)
            }
        }
        state.withLock { state in
            state.keys = reporting
            state.services = [observation, sessions]
            state.life?.yield(.attached(reporting))
        }
    }

    /// Tells the server of an exposure. Call it where the service tells the app: in `trackExposure(_:of:)`.
    ///
    /// - Parameter unit: whom the group was chosen for, such as a user; nil for whom the service says, or the installation.
    public func report(_ exposure: Exposure, unit: String? = nil) {
        guard isLinked else { return }
        let supplier: ReportedKey.Supplier =
            switch exposure.origin {
            case .source: .source
            case .custom: .custom
            case .override: .override
            }
        post(
            .exposed(
                ReportedExposure(
                    key: exposure.key, experiment: exposure.experimentalGroupKey,
                    group: exposure.experimentalGroupValue, supplier: supplier, unit: unit ?? exposure.unit,
                    at: surroundings.date())))
    }

    /// Tells the server that the app read a key as another type than its own. Call it where the service tells the app: in
    /// `trackTypeMismatch(_:)`.
    public func report(_ mismatch: ValueTypeMismatch) {
        guard isLinked else { return }
        post(
            .mismatched(
                ReportedMismatch(key: mismatch.key, declared: mismatch.declared, asked: mismatch.asked)))
    }

    /// Tells the server of something that a user did, to be counted as a metric.
    ///
    /// - Parameters:
    ///   - event: the name of the event, such as `purchase`.
    ///   - value: how much, such as what was paid; nil for what is only counted.
    ///   - unit: who did it, such as a user; nil for the installation.
    ///   - properties: what else there is to say of it, of at most 4 KB.
    public func track(_ event: String, value: Double? = nil, unit: String? = nil, properties: JSONObject = JSONObject())
    {
        guard isLinked else { return }
        post(.tracked(ReportedMetric(event, value: value, unit: unit, at: surroundings.date(), properties: properties)))
    }

    private var isLinked: Bool { state.withLock { $0.invitation != nil } }

    private func post(_ mail: LinkMail) {
        state.withLock { $0.invitation == nil ? nil : $0.life }?.yield(mail)
    }
}

/// A service that has the store as its tracker tells the server of all exposures and events.
extension LinkedOverrideStore: ExperimentTracker {
    public func track(_ exposure: Exposure) { report(exposure) }

    public func track(_ event: TrackingEvent) {
        track(event.name, value: event.value, unit: event.unit, properties: event.properties)
    }
}
