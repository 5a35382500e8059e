import ExperimentsCore
import ExperimentsOperator
import Foundation

/// An override in a list, with its scope.
struct ListedOverride {
    let name: String
    let scope: OverrideScope
    let override: Override
    let warnings: [OverrideWarning]
    /// The layer that it is from, if there are several.
    let layer: String?

    /// The overrides of a file: everyone's, then app by app; where the target is of a narrower scope, only those that
    /// reach it.
    static func all(
        of target: OverrideTarget, _ overrides: OverrideSet, given snapshot: Snapshot, at now: Date
    ) -> [ListedOverride] {
        let scopes = target.scope == .everyone ? overrides.scopes : target.scope.reaching
        let layers = target.store.layers.reversed()
        return scopes.flatMap { scope -> [ListedOverride] in
            let overrides = overrides[scope]
            let warnings = target.warnings(on: overrides, given: snapshot, at: now)
            return overrides.names.compactMap { name in
                guard let override = overrides[name] else { return nil }
                return ListedOverride(
                    name: name, scope: scope, override: override, warnings: warnings[name] ?? [],
                    layer: layers.first { $0.overrides[scope][name] != nil }?.name)
            }
        }
    }
}
