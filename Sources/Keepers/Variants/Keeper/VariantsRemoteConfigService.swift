import ExperimentsCore
import Foundation

/// A service for flags and variants, which also reports the variants in use.
///
/// `getValues(for:)` calls `trackExperimentalGroup(for:)` with a ``VariantGroup`` for each key whose value a variant
/// sets and no override replaces. Keys whose value type reports its own group are left out.
open class VariantsRemoteConfigService: RemoteConfigService, @unchecked Sendable {
    /// The keeper of the flags.
    public let variantsKeeper: VariantsRemoteConfigKeeper

    /// Creates a service with a keeper of flags.
    public init(
        variantsKeeper: VariantsRemoteConfigKeeper,
        overrideStore: any OverrideStore = InMemoryOverrideStore(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.variantsKeeper = variantsKeeper
        super.init(remoteConfigKeeper: variantsKeeper, overrideStore: overrideStore, now: now)
    }

    @discardableResult
    open override func getValues(for keys: [any RemoteKey]) -> Report {
        let report = super.getValues(for: keys)
        for row in report.rows.prefix(report.declaredCount) where row.status == .ok {
            guard let variant = row.entry?.supplier,
                !(row.key.valueType is any ExperimentalGroupTrackable.Type)
            else { continue }
            trackExperimentalGroup(for: VariantGroup(flag: row.name, variant: variant))
        }
        return report
    }
}

/// The variant that sets a flag's value, as the group of an experiment.
public struct VariantGroup: ExperimentalGroupTrackable, Sendable, Hashable {
    /// The name of the flag.
    public let experimentalGroupKey: String
    /// The ID of the variant.
    public let experimentalGroupValue: String

    /// Creates the group of users whose flag value is set by a variant.
    public init(flag: String, variant: String) {
        experimentalGroupKey = flag
        experimentalGroupValue = variant
    }
}
