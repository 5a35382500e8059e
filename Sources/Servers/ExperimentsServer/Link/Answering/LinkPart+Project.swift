import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

extension LinkPart {
    /// The part of a project's server: it tells apps of the project's overrides, and keeps changes in their journal.
    ///
    /// - Parameters:
    ///   - store: the project's overrides, of one file or in layers.
    ///   - path: the file that changes are made in. Its journal and its links lie beside it.
    ///   - origin: who changes overrides here, with which program.
    ///   - environment: what the source's values are for.
    ///   - servesProduction: whether the project file allows overrides for apps where that is production.
    ///   - keys: the keys that the project declares; nil if there is no project.
    ///   - reporting: receives the reports of apps; nil to ignore them.
    ///   - watcher: announces links that other programs revoke.
    ///   - sharing: what this server shares with others that tell the same; nil if it is alone.
    package static func following(
        _ store: any OverrideStore, at path: String, by origin: OverrideOrigin, environment: String?,
        servesProduction: Bool, keys: @escaping @Sendable () -> [CatalogKey]?, reporting: (any AppReporting)? = nil,
        watcher: (any FileWatcher)? = .system, sharing: LinkSharing? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> LinkPart {
        let ledger = OverrideLedger(
            store: store, journal: OverrideJournalFile(besideOverridesAt: path), origin: origin)
        let own = LinkGrantStore(besideOverridesAt: path, watcher: watcher)
        return LinkPart(
            sharing.map { OverrideChanges(store, keys: keys, making: $0.change) }
                ?? OverrideChanges(ledger, keys: keys),
            grants: sharing?.grants(own) ?? own, reporting: reporting,
            refusal: servesProduction ? nil : refusal(of: environment),
            hub: LinkHub(isShared: sharing != nil, clock: clock), clock: clock)
    }

    /// Why overrides are not served for an environment; nil if they are.
    static func refusal(of environment: String?) -> String? {
        guard let environment, EnvironmentName.isProduction(environment) else { return nil }
        return "Overrides are not served for the environment \(Quotation.of(environment, limit: 60)): "
            + "the project file has to allow it, with production_overrides: true in its section serve:."
    }
}

/// The state that a server shares with other servers of the same overrides.
package struct LinkSharing: Sendable {
    /// Makes a change where all of them see it.
    let change: OverrideChanges.Making
    /// Where it is looked which apps are let in, given those that this server alone lets in.
    let grants: @Sendable (LinkGrantStore) -> any LinkGrantSource

    package init(
        change: @escaping OverrideChanges.Making, grants: @escaping @Sendable (LinkGrantStore) -> any LinkGrantSource
    ) {
        (self.change, self.grants) = (change, grants)
    }
}
