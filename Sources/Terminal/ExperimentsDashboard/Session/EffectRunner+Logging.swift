import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

// Fetches that are kept beyond this dashboard, and those of earlier ones.
extension EffectRunner {
    /// Values of another persona than the configured one are not stored.
    func keepFetch(_ event: ServiceEvent, of service: RemoteConfigService?, _ source: String?) {
        guard case .fetchFinished = event, let service, let log = fetchLog?(source) else { return }
        guard services.asksAsConfigured(service, of: source) else { return }
        // Nor is what a draft would make of it.
        guard (service.keeper as? TemplateRemoteConfigKeeper)?.draft == nil else { return }
        let (history, snapshot) = (service.history, service.snapshot)
        // A failure to store it is not reported while the dashboard is open.
        logging.async { try? log.addLatest(of: history, snapshot) }
    }

    /// Shows the last known values of a source until the first fetch. They exist only for the configured persona.
    func readLastKnown(of source: String?, for service: RemoteConfigService) {
        guard service.snapshot.fetchedAt == nil, let log = fetchLog?(source),
            services.asksAsConfigured(service, of: source)
        else { return }
        logging.async { [post] in
            if let snapshot = log.lastKnown() { post(.lastKnown(snapshot, source: source)) }
        }
    }

    /// Reads the stored values of a source, after pending values are stored.
    func readValues(_ request: EarlierValuesRequest) {
        let log = fetchLog?(request.source)
        logging.async { [post] in
            let result: Result<EarlierValues, FileProblem>
            do throws(FileProblem) {
                result = .success(try EarlierValues(log?.values, request))
            } catch {
                result = .failure(error)
            }
            post(.to(\.shown.history, .earlierValues(result, source: request.source)))
            FreedMemory.giveBack()
        }
    }

    func readAges(_ request: DefaultAgesRequest) {
        let log = fetchLog?(request.source)
        logging.async { [post, now] in
            let result: Result<DefaultAges, FileProblem>
            do throws(FileProblem) {
                result = .success(try request.read(log?.values, at: now()))
            } catch {
                result = .failure(error)
            }
            post(.to(\.shown.source, .agesRead(result, source: request.source)))
            FreedMemory.giveBack()
        }
    }

    func readTimeline(_ request: KeyTimelineRequest) {
        // The stored values are those of the configured persona only.
        let isKept = services.asksAsConfigured(services.current, of: request.source)
        let log = isKept ? fetchLog?(request.source) : nil
        logging.async { [journal, post, now] in
            let (timeline, problem) = request.read(log?.values, journal, at: now())
            post(.timelineRead(timeline, problem: problem, source: request.source))
            FreedMemory.giveBack()
        }
    }

    /// - Parameter first: when this dashboard's own fetches of the source began.
    func readFetches(of source: String?, before first: Date? = nil) {
        guard let log = fetchLog?(source) else { return }
        let opened = first ?? now()
        logging.async { [weak self] in
            guard let self, let fetches = try? log.read(), !fetches.isEmpty else { return }
            let records = fetches.map(\.record).filter { $0.startedAt < opened }
            post(.to(\.shown.history, .earlierFetches(records, source: source)))
        }
    }
}
