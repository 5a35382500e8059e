import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation

extension LocatedProject {
    /// Creates a service for a source. Its values are stored, so that later programs can continue with them while the
    /// source cannot be reached.
    func service(
        _ keeper: any RemoteConfigKeeper, of source: ProjectSource, overrides: any OverrideStore,
        _ settings: Settings, isAsked: Bool = false
    ) -> RemoteConfigService {
        let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
        if let waits = settings.waits {
            let title = title(of: source)
            service.limitFetches { waits.ofFetch(from: title) }
        }
        // The answer for a persona from the command line must not replace the one for the configured persona.
        let isOfAskedPersona = isAsked && (keeper as? any RestorableKeeper)?.copiedContext != nil
        guard !settings.noState, !isOfAskedPersona else { return service }
        service.lastGood.use(copyFile(of: source), of: service) { StandardError.report($0, as: "note") }
        return service
    }

    private func copyFile(of source: ProjectSource) -> SourceCopyFile {
        let name = "\(absolutePath)#\(source.name)"
        return SourceCopyFile(
            path: Environment.stateFolder + "/copies/" + PathText.stateName(of: name) + ".copy",
            place: "\(name) \(source.kind.name) \(source.settings.address)")
    }
}

extension RemoteConfigService {
    /// Returns whether there are values within an age limit, which may be restored ones, although the last fetch
    /// failed.
    func hasValues(noOlderThan limit: TimeInterval, at now: Date = Date()) -> Bool {
        guard limit > 0 else { return false }
        lastGood.restore()
        return staleSince.map { abs(now.timeIntervalSince($0)) <= limit } ?? false
    }

    /// Returns the age of the values, `3h ago`; nil if they are current.
    func staleAge(at now: Date = Date()) -> String? {
        staleSince.map { OutageWords.time(since: $0, to: now) }
    }

    /// Returns `values from 3h ago, fetch failed: REASON`; nil if the values are current.
    func staleWords(at now: Date = Date()) -> String? {
        staleAge(at: now).map { OutageWords.values(from: $0, because: history.last?.failure?.summary) }
    }
}
