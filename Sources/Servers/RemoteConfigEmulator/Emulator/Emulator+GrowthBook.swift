import ExperimentsCore
import Locks

extension Emulator {
    /// Serves a file of GrowthBook's features to its SDKs from now on, and again whenever it changes. One that breaks later
    /// does no harm: the last good one is served on, and the problem told.
    ///
    /// - Throws: `FileProblem` for a file that cannot be served.
    package func servePayload(at path: String, watcher: any FileWatcher = .system) throws(FileProblem) {
        let feed = PayloadFeed(try ServedPayload.file(path), now: configuration.now)
        payloadFeed.withLock { $0 = feed }
        let watch = watcher.watch(path) { [weak self] in self?.reloadPayload(from: path) }
        keep(watch)
        // It may have been changed between.
        reloadPayload(from: path)
    }

    /// Whether features of GrowthBook's are served.
    package var servesPayload: Bool { payloadFeed.withLock { $0 != nil } }

    private func reloadPayload(from path: String) {
        guard let feed = payloadFeed.withLock({ $0 }) else { return }
        do throws(FileProblem) {
            let payload = try ServedPayload.file(path)
            if feed.publish(payload) { observers.notify(.payloadPublished(features: payload.featureCount)) }
        } catch {
            observers.notify(.payloadRefused(error))
        }
    }

    func payloadAnswer(to request: EmulatorRequest, _ call: PayloadCall) throws(EmulatorError) -> EmulatorAnswer {
        guard let feed = payloadFeed.withLock({ $0 }) else {
            throw .notFound("No features of GrowthBook's are served; --growthbook names a file of them.")
        }
        let service = PayloadService(feed: feed, sleep: configuration.sleep)
        return switch call {
        case .features: service.features(request)
        case .stream: service.stream(request)
        case .remoteEvaluation: PayloadService.remoteEvaluation()
        }
    }
}
