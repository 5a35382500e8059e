import ExperimentsCore
import ExperimentsProject

extension OverrideTarget {
    /// The overrides file that the settings or the project name; the one of the state folder where there is neither.
    static func opened(_ settings: Settings) throws -> OverrideTarget {
        let located = try LocatedProject(settings)
        let path =
            settings.overrides ?? located.map { $0.shown($0.project.overridesPath) }
            ?? Environment.stateFolder + "/overrides.json"
        return OverrideTarget(store: JSONOverrideStore(path: path, watcher: nil), keys: located?.project.keys)
    }
}
