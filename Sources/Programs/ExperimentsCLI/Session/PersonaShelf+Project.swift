import ExperimentsOperator
import ExperimentsProject

extension PersonaShelf {
    /// The personas that a project file declares, and those that were saved beside a file of overrides.
    init(_ declared: [ProjectPersona], besideOverridesAt path: String) {
        self.init(
            declared.map { NamedPersona(name: $0.name, fields: $0.fields, origin: .project) }, besideOverridesAt: path)
    }

    /// The personas of the project that the settings name, or that is found from here.
    static func opened(_ settings: Settings) throws -> PersonaShelf {
        let located = try LocatedProject(settings)
        let overrides = OverrideFiles(settings, located, watcher: nil)
        return PersonaShelf(located?.project.personas ?? [], besideOverridesAt: overrides.path)
    }
}
