import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The profiles of the project that the settings name, and the overrides that they are made of.
struct OpenedProfiles {
    let target: OverrideTarget
    /// The profiles beside them, and the team's.
    let library: ProfileLibrary

    init(_ settings: Settings) throws {
        target = try OverrideTarget.opened(settings)
        library = ProfileLibrary(
            besideOverridesAt: target.path, sharing: target.shared?.view.library.profiles ?? [])
    }

    /// Saves a profile for the team, or removes one.
    ///
    /// - Throws: `CommandProblem` if there is no team, and the errors of ``TeamStore/make(_:)``.
    func make(_ request: TeamLibraryRequest) throws {
        guard let team = target.shared else { throw CommandProblem.noTeam }
        try Progress.wait("Changing what the team shares") { try await team.make(request) }
    }

    /// What the highest layer of the overrides holds, which a profile replaces.
    func ownOverrides() throws -> OverrideSet {
        let all = try target.overrides()
        return target.store.layers.last?.overrides ?? all
    }
}
