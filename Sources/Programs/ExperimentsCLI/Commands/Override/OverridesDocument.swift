import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

extension OverrideTarget {
    /// Overrides: `{"path", "layers", "changed", "overrides": [{"name", "app", "installation", "value", …, "layer",
    /// "warnings"}], "step"}`. One for everyone has no `app`.
    ///
    /// - Parameters:
    ///   - changed: the names that the command changed; nil for one that changes nothing.
    ///   - step: the step that changed them.
    func document(
        _ listed: [ListedOverride], changed: [String]?, step: OverrideStep? = nil, at now: Date
    ) -> Document {
        [
            "path": team?.place ?? URL(fileURLWithPath: path).standardizedFileURL.path,
            "layers": store.layers.isEmpty ? nil : store.layers.map(\.name), "changed": changed,
            "overrides": listed.map { $0.document(at: now) }, "step": step?.document,
        ]
    }
}

extension ListedOverride {
    fileprivate func document(at now: Date) -> Document {
        let isActive = override.isActive(at: now) && !warnings.contains(.expired)
        let place: Document = ["name": name, "app": scope.app, "installation": scope.installation]
        return place + EntryDocument(override, isActive: isActive).members
            + ["layer": layer, "warnings": warnings.map(\.document)]
    }
}
