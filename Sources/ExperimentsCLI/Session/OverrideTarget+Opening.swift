import ExperimentsCore
import ExperimentsProject

extension OverrideTarget {
    /// The overrides file that the settings or the project name; the one of the state folder where there is neither.
    static func opened(_ settings: Settings) throws -> OverrideTarget {
        let project = try LocatedProject(settings)?.project
        let path = settings.overrides ?? project?.overridesPath ?? Environment.stateFolder + "/overrides.json"
        return OverrideTarget(store: JSONOverrideStore(path: path, watcher: nil), keys: project?.keys)
    }
}
