import ExperimentsCore
import ExperimentsTeam

/// The profiles of a project, and the overrides that they are made of.
struct ProfileLibrary {
    /// The overrides.
    let target: OverrideTarget
    /// The profiles beside them.
    let store: OverrideProfileStore

    init(_ settings: Settings) throws {
        target = try OverrideTarget.opened(settings)
        store = OverrideProfileStore(besideOverridesAt: target.path)
    }

    /// The team's profiles; empty if there is no team.
    var teams: [OverrideProfile] { target.shared?.view.library.profiles ?? [] }

    /// Returns the profile with this name: one's own, otherwise the team's.
    ///
    /// - Throws: `CommandProblem` with the nearest name if there is no such profile.
    func profile(named name: String) throws -> OverrideProfile {
        try Self.checked(name)
        do throws(FileProblem) {
            return try store.profile(named: name)
        } catch {
            guard error.isMissing else { throw error }
            if let profile = teams.first(where: { $0.name == name }) { return profile }
            throw try missing(name)
        }
    }

    /// Returns the error for a name without a profile.
    func missing(_ name: String) throws -> CommandProblem {
        let names = try store.names() + teams.map(\.name)
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \"\($0)\"?" }
        let all = names.isEmpty ? "There are none in \(store.folder)." : "There are: \(names.joined(separator: ", "))."
        return CommandProblem("there is no profile \"\(name)\"", advice: near ?? all)
    }

    /// Keeps a profile.
    ///
    /// - Parameter replacing: whether it may take the place of another one of its name.
    func save(_ profile: OverrideProfile, replacing: Bool) throws {
        let isTaken = try store.names().contains(profile.name)
        guard replacing || !isTaken else {
            throw CommandProblem(
                "there is a profile \"\(profile.name)\" already; nothing was changed", advice: "--replace replaces it.")
        }
        try store.save(profile)
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

    /// A name that a profile can have.
    static func checked(_ name: String) throws(OverrideProfileProblem) {
        try OverrideProfile.check(name: name)
    }
}
