import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

extension OverrideSetDifference {
    /// Prints the changes of loading a profile.
    func print(_ options: GlobalOptions, of profile: String) throws {
        let table = Table(["KEY": 60, "CHANGE": 12, "BEFORE": 40, "AFTER": 40], of: changes) { change in
            [
                .init(change.name), .init(change.word, .cyan), Self.cell(change.before),
                Self.cell(change.after),
            ]
        }
        try options.settings.print(
            ["profile": profile, "changes": document], else: table,
            ifEmpty: OverrideProfile.alreadyLoaded(profile))
    }

    private static func cell(_ override: Override?) -> Table.Cell {
        guard let override else { return .init("-", .dim) }
        return .init(
            (override.value.isEmpty ? "\"\"" : override.value) + (override.isEnabled ? "" : " (off)"))
    }
}

/// The profiles of the project in the settings, and the overrides that they are made from.
struct OpenedProfiles {
    let target: OverrideTarget
    /// The user's profiles next to the overrides, and the team's.
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
        try team.readToChange(within: target.waits)
        try Progress.wait(
            "Changing the team's store", within: target.waits.ofStoreChanges(),
            changing: "override profile list"
        ) {
            try await team.make(request)
        }
    }

    /// Returns the overrides of the highest layer, which loading a profile replaces.
    func ownOverrides() throws -> OverrideSet {
        let all = try target.overrides()
        return target.store.layers.last?.overrides ?? all
    }
}
