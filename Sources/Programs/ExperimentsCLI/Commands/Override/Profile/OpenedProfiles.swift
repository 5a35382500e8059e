import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

extension GlobalOptions {
    /// Prints text for people, or with `--json` a document of members.
    func print(_ words: String, _ members: Document) throws(CommandProblem) {
        guard json else { return try StandardOutput.line(PlainText(settings).shown(words)) }
        try StandardOutput.document(members)
    }
}

extension OverrideSetDifference {
    /// Prints the changes of loading a profile.
    func print(_ options: GlobalOptions, of profile: String) throws {
        guard !isEmpty, !options.json else {
            return try options.print(OverrideProfile.alreadyLoaded(profile), ["profile": profile, "changes": document])
        }
        var table = Table(["KEY": 60, "CHANGE": 12, "BEFORE": 40, "AFTER": 40])
        for change in changes {
            table.append([
                .init(change.name), .init(change.word, .cyan), Self.cell(change.before), Self.cell(change.after),
            ])
        }
        try table.print(PlainText(options.settings))
    }

    private static func cell(_ override: Override?) -> Table.Cell {
        guard let override else { return .init("-", .dim) }
        return .init((override.value.isEmpty ? "\"\"" : override.value) + (override.isEnabled ? "" : " (off)"))
    }
}

/// The profiles of the project in the settings, and the overrides that they are made from.
struct OpenedProfiles {
    let target: OverrideTarget
    /// The user's profiles next to the overrides, and the team's.
    let library: ProfileLibrary

    init(_ settings: Settings) throws {
        target = try OverrideTarget.opened(settings)
        library = ProfileLibrary(besideOverridesAt: target.path, sharing: target.shared?.view.library.profiles ?? [])
    }

    /// Saves a profile for the team, or removes one.
    ///
    /// - Throws: `CommandProblem` if there is no team, and the errors of ``TeamStore/make(_:)``.
    func make(_ request: TeamLibraryRequest) throws {
        guard let team = target.shared else { throw CommandProblem.noTeam }
        try team.readToChange(within: target.waits)
        try Progress.wait(
            "Changing the team's store", within: target.waits.ofStoreChanges(), changing: "override profile list"
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
