import ExperimentsCore

extension ScopedOverrides {
    /// Returns the overrides for an app: those for everyone, with narrower ones above them.
    ///
    /// - Parameter everyone: the overrides for everyone.
    package func overrides(for id: AppID, over everyone: OverrideSet) -> OverrideSet {
        let scope = OverrideScope.installation(app: id.app, id: id.installation)
        var set = everyone
        for narrower in scope.reaching.dropFirst() {
            for (name, override) in self[narrower].entries { set[name] = override }
        }
        return set
    }
}
