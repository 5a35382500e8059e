import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam

extension PersonaLibrary {
    /// The personas that a project file declares, and those that were saved beside a file of overrides.
    init(_ declared: [ProjectPersona], besideOverridesAt path: String) {
        self.init(
            declared.map { NamedPersona(name: $0.name, fields: $0.fields, origin: .project) }, besideOverridesAt: path)
    }

    /// The personas of the project that the settings name, or that is found from here.
    static func opened(_ settings: Settings) throws -> PersonaLibrary {
        let located = try LocatedProject(settings)
        let team = try TeamConnection.store(settings, located)
        try team?.readOnce()
        let overrides = OverrideFiles(settings, located, watcher: nil)
        return PersonaLibrary(located?.project.personas ?? [], besideOverridesAt: overrides.path)
            .sharing(team?.view.library.personas ?? [])
    }

    /// Saves a persona for the team, or removes one.
    ///
    /// - Throws: `CommandProblem` if there is no team, and the errors of ``TeamStore/make(_:)``.
    static func makeTeams(_ request: TeamLibraryRequest, _ settings: Settings) throws {
        guard let team = try TeamConnection.store(settings, try LocatedProject(settings)) else {
            throw CommandProblem.noTeam
        }
        try Progress.wait("Changing what the team shares") { try await team.make(request) }
    }
}
