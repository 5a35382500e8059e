import ExperimentsCore
import Foundation

/// Asks several sources how they stand: a few at a time, and what they were last known to hold first.
package struct SourceSurvey: Sendable {
    /// The number of sources that are fetched at the same time.
    package static let limit = 4

    private let keys: [CatalogKey]
    private let open: @Sendable (String) throws -> RemoteConfigService?
    private let lastKnown: @Sendable (String) -> Snapshot?

    /// - Parameters:
    ///   - keys: the declared keys.
    ///   - open: the service of a source, by name; nil for one that there is not.
    ///   - lastKnown: what a source was last known to hold, kept by whoever fetched from it; nil for nothing.
    package init(
        keys: [CatalogKey], open: @escaping @Sendable (String) throws -> RemoteConfigService?,
        lastKnown: @escaping @Sendable (String) -> Snapshot?
    ) {
        (self.keys, self.open, self.lastKnown) = (keys, open, lastKnown)
    }

    /// Asks them, and returns when all have answered or failed.
    ///
    /// - Parameter tell: takes what is known of a source, perhaps twice, from any thread.
    package func ask(_ names: [String], tell: @escaping @Sendable (_ name: String, SourceAnswer) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for (place, name) in names.enumerated() {
                if place >= Self.limit { await group.next() }
                group.addTask { await ask(name) { tell(name, $0) } }
            }
        }
    }

    private func ask(_ name: String, tell: (SourceAnswer) -> Void) async {
        do {
            guard let service = try open(name) else {
                return tell(SourceAnswer(content: nil, problem: "no such source"))
            }
            if let known = known(of: service, name) {
                tell(SourceAnswer(content: known, liveStatus: service.keeper.liveStatus, isFinal: false))
            }
            var problem: String?
            do {
                try await service.fetch(.manual)
            } catch {
                problem = FetchFailure.summary(of: error)
            }
            let content = service.snapshot.fetchedAt == nil ? nil : content(of: service)
            tell(SourceAnswer(content: content, liveStatus: service.keeper.liveStatus, problem: problem))
        } catch {
            tell(SourceAnswer(content: nil, problem: ErrorReport.headline(of: error)))
        }
    }

    /// Returns the numbers for the values fetched since the source was opened, or else for the stored ones.
    private func known(of service: RemoteConfigService, _ name: String) -> SourceStanding.Content? {
        if service.snapshot.fetchedAt != nil { return content(of: service) }
        guard let snapshot = lastKnown(name) else { return nil }
        let report = Report(
            keys: keys, snapshot: snapshot, overrides: service.overrideStore.overrides, at: Date(),
            fetchedAt: snapshot.fetchedAt)
        return SourceStanding.Content(report)
    }

    private func content(of service: RemoteConfigService) -> SourceStanding.Content {
        SourceStanding.Content(service.report(for: keys), fetchedAt: service.history.lastSuccess?.startedAt)
    }
}
