import ExperimentsCore
import Foundation

/// Asks several sources for their state, a few at a time, and reports the last known state first.
package struct SourceSurvey: Sendable {
    /// The number of sources that are fetched at the same time.
    package static let limit = 4

    private let keys: [CatalogKey]
    private let open: @Sendable (String) throws -> RemoteConfigService?

    /// - Parameters:
    ///   - keys: the declared keys.
    ///   - open: opens the service of a source, by name; nil if there is no such source.
    package init(keys: [CatalogKey], open: @escaping @Sendable (String) throws -> RemoteConfigService?) {
        self.keys = keys
        self.open = open
    }

    /// Fetches the sources, and returns when all have answered or failed.
    ///
    /// - Parameter tell: called with the state of a source, perhaps twice, on any thread.
    package func ask(_ names: [String], tell: @escaping @Sendable (_ name: String, SourceAnswer) -> Void)
        async
    {
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
            service.lastGood.restore()
            if let known = content(of: service) {
                tell(SourceAnswer(content: known, liveStatus: service.keeper.liveStatus, isFinal: false))
            }
            var problem: String?
            do {
                try await service.fetch(.manual)
            } catch {
                problem = FetchFailure.summary(of: error)
            }
            tell(
                SourceAnswer(
                    content: content(of: service), fetches: service.history.records,
                    liveStatus: service.keeper.liveStatus, problem: problem))
        } catch {
            tell(SourceAnswer(content: nil, problem: ErrorReport.headline(of: error)))
        }
    }

    /// Returns the counts of the last fetched values, from this program or an earlier one; nil if there are none.
    private func content(of service: RemoteConfigService) -> SourceStanding.Content? {
        guard service.snapshot.fetchedAt != nil else { return nil }
        return SourceStanding.Content(
            service.report(for: keys), fetchedAt: service.history.lastSuccess?.startedAt)
    }
}
