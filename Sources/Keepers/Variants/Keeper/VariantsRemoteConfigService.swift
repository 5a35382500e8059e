import ExperimentsCore
import Foundation

/// A service over flags and variants, which tells of the variants that are in use.
///
/// `getValues(for:)` calls `trackExperimentalGroup(for:)` with a ``VariantGroup`` for each key whose value a variant
/// gives and no override replaces. Keys whose own value type tells of its group are left to it.
open class VariantsRemoteConfigService: RemoteConfigService, @unchecked Sendable {
    /// The keeper of the flags.
    public let variantsKeeper: VariantsRemoteConfigKeeper

    /// A service over a keeper of flags.
    public init(
        variantsKeeper: VariantsRemoteConfigKeeper, overrideStore: any OverrideStore = InMemoryOverrideStore(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.variantsKeeper = variantsKeeper
        super.init(remoteConfigKeeper: variantsKeeper, overrideStore: overrideStore, now: now)
    }

    @discardableResult
    open override func getValues(for keys: [any RemoteKey]) -> Report {
        let report = super.getValues(for: keys)
        for row in report.rows.prefix(report.declaredCount) where row.status == .ok {
            guard let variant = row.entry?.supplier, !(row.key.valueType is any ExperimentalGroupTrackable.Type)
            else { continue }
            trackExperimentalGroup(for: VariantGroup(flag: row.name, variant: variant))
        }
        return report
    }
}

/// The variant that gives a flag its value, as the group of an experiment.
public struct VariantGroup: ExperimentalGroupTrackable, Sendable, Hashable {
    /// The flag's name.
    public let experimentalGroupKey: String
    /// The variant's id.
    public let experimentalGroupValue: String

    /// The group of those whose flag has its value from a variant.
    public init(flag: String, variant: String) {
        experimentalGroupKey = flag
        experimentalGroupValue = variant
    }
}
