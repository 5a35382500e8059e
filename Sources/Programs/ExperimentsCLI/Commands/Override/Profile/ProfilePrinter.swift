import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// Prints profiles, and what they change.
struct ProfilePrinter {
    private let settings: Settings
    private var style: PlainText { PlainText(settings) }

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Prints words for people, or with `--json` a document of members.
    func print(_ words: String, _ members: Document) throws {
        guard settings.json else { return try StandardOutput.line(style.shown(words)) }
        try StandardOutput.document(members)
    }

    func print(_ difference: OverrideSetDifference, of name: String, _ verdict: String) throws {
        if settings.json {
            return try StandardOutput.document(["profile": name, "changes": difference.document])
        }
        guard !difference.isEmpty else { return try StandardOutput.line(style.shown(verdict)) }
        var table = Table(["KEY": 60, "CHANGE": 12, "BEFORE": 40, "AFTER": 40])
        for change in difference.changes {
            table.append([
                .init(change.name), .init(change.word, .cyan), Self.cell(change.before), Self.cell(change.after),
            ])
        }
        try table.print(style)
    }

    private static func cell(_ override: Override?) -> Table.Cell {
        guard let override else { return .init("-", .dim) }
        return .init((override.value.isEmpty ? "\"\"" : override.value) + (override.isEnabled ? "" : " (off)"))
    }
}

/// The profiles of the project in the settings, and the overrides from which they are made.
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
        try team.readToChange(within: target.waits)
        try Progress.wait("Changing the team's store", within: target.waits, changing: true) {
            try await team.make(request)
        }
    }

    /// Returns the overrides of the highest layer, which a profile replaces.
    func ownOverrides() throws -> OverrideSet {
        let all = try target.overrides()
        return target.store.layers.last?.overrides ?? all
    }
}
