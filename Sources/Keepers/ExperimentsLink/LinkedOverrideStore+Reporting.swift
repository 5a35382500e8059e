import ExperimentsCore
import Foundation
import LinkProtocol
import Locks

extension LinkedOverrideStore {
    /// Reports the keys of this app to the server, now and whenever something changes: their values, their statuses,
    /// and what supplied the values. It does nothing while the app is not linked.
    ///
    /// - Parameters:
    ///   - keys: the keys, usually `Key.allCases`.
    ///   - service: the app's service, which is held weakly.
    public func report(_ keys: [any RemoteKey], of service: RemoteConfigService) {
        report({ keys.map { CatalogKey($0) } }, of: service)
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
            state.mail?.yield(.attached(reporting))
        }
    }

    /// Reports an exposure to the server. Call it in `trackExposure(_:of:)` of your service.
    ///
    /// - Parameter unit: the unit for which the group was chosen, such as a user; nil for the unit of the service, or
    ///   the installation.
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

    /// Reports to the server that the app read a key as another type than its own. Call it in `trackTypeMismatch(_:)`
    /// of your service.
    public func report(_ mismatch: ValueTypeMismatch) {
        guard isLinked else { return }
        post(
            .mismatched(
                ReportedMismatch(key: mismatch.key, declared: mismatch.declared, asked: mismatch.asked)))
    }

    /// Reports an action of a user to the server, to be counted in a metric.
    ///
    /// - Parameters:
    ///   - event: the name of the event, for example `purchase`.
    ///   - value: the amount, for example the price paid; nil for an event that is only counted.
    ///   - unit: the unit, such as a user; nil for the installation.
    ///   - properties: further details of the event, at most 4 KB of JSON.
    public func track(_ event: String, value: Double? = nil, unit: String? = nil, properties: JSONObject = JSONObject())
    {
        guard isLinked else { return }
        post(.tracked(ReportedMetric(event, value: value, unit: unit, at: surroundings.date(), properties: properties)))
    }

    private var isLinked: Bool { state.withLock { $0.invitation != nil } }

    private func post(_ mail: LinkMail) {
        state.withLock { $0.invitation == nil ? nil : $0.mail }?.yield(mail)
    }
}

/// A service that has the store as its tracker tells the server of all exposures and events.
extension LinkedOverrideStore: ExperimentTracker {
    public func track(_ exposure: Exposure) { report(exposure) }

    public func track(_ event: TrackingEvent) {
        track(event.name, value: event.value, unit: event.unit, properties: event.properties)
    }
}
