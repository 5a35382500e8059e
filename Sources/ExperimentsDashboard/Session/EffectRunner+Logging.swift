import ExperimentsCore
import Foundation

// Fetches that are kept beyond this dashboard, and those of earlier ones.
extension EffectRunner {
    /// What somebody else than the configured persona gets is no news of the source.
    func keepFetch(_ event: ServiceEvent, of service: RemoteConfigService?, _ source: String?) {
        guard case .fetchFinished = event, let service, let log = fetchLog?(source) else { return }
        guard services.asksAsConfigured(service, of: source) else { return }
        let (history, snapshot) = (service.history, service.snapshot)
        // Where it cannot be kept, there is nobody who would have to know while the dashboard is open.
        logging.async { try? log.addLatest(of: history, snapshot) }
    }

    /// - Parameter first: when this dashboard's own fetches of the source began.
    func readFetches(of source: String?, before first: Date? = nil) {
        guard let log = fetchLog?(source) else { return }
        let opened = first ?? now()
        logging.async { [weak self] in
            guard let self, let fetches = try? log.read(), !fetches.isEmpty else { return }
            let records = fetches.map(\.record).filter { $0.startedAt < opened }
            post(.earlierFetches(records, source: source))
        }
    }
}
