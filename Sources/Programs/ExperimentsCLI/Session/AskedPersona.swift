import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import OpenFeatureRemote

/// The persona that a command fetches a source for, instead of the configured one.
struct AskedPersona: Sendable {
    /// The default persona of the source.
    let configured: SourcePersona
    /// The name of the persona, if it is a saved one; nil if attributes were given.
    let name: String?
    private let names: [String]
    /// The fields of named personas, to detect misspelled fields in the project file.
    private let namesOfPersonas: [String]
    private let keeper: any PersonaKeeper
    private let sourceName: String

    /// Fetches a source for the persona in the settings from now on; nil if they have none.
    ///
    /// - Throws: `CommandProblem` if the source has the same values for all users, or if there is no persona with a
    ///   name.
    init?(
        _ settings: Settings, _ keeper: any RemoteConfigKeeper, of sourceName: String,
        from library: PersonaLibrary
    ) throws {
        guard !settings.personaArguments.isEmpty else { return nil }
        guard let keeper = keeper as? any PersonaKeeper else {
            throw CommandProblem(
                "source \(sourceName) has no per-user values, so --as has no effect",
                advice: "Sources of kind \(SourceKeeper.thoseThatTellUsersApart) have per-user values.")
        }
        self.keeper = keeper
        self.sourceName = sourceName
        configured = keeper.persona
        if case .named(let named)? = settings.personaArguments.first, settings.personaArguments.count == 1 {
            name = named
        } else {
            name = nil
        }
        // A persona may be for several sources, which do not all use every field.
        names = settings.personaArguments.compactMap {
            if case .field(let name, _) = $0 { name } else { nil }
        }.sorted()
        namesOfPersonas = try settings.personaArguments
            .flatMap { argument throws -> [String] in
                guard case .named = argument else { return [] }
                return try argument.applied(to: SourcePersona(), from: library).fields.map(\.key)
            }
            .sorted()
        var persona = configured
        for argument in settings.personaArguments {
            persona = try argument.applied(to: persona, from: library)
        }
        keeper.setPersona(persona)
    }

    /// The persona in short: `as norwegian` or `as country=NO user_id=7`. Nil for the configured one.
    var words: String? { PersonaState(keeper, configured: configured, named: name)?.words }

    /// All attributes of the persona.
    var json: JSONValue {
        let fields = keeper.persona.fields.sorted { $0.key < $1.key }
        return .object(JSONObject(distinct: fields.map { JSONObject.Member(name: $0.key, value: $0.value) }))
    }

    /// Checks whether the source uses the given attributes. Call it after a fetch, because the fields are not known
    /// before.
    ///
    /// - Throws: `CommandProblem` with the most similar name, and the available ones.
    func check() throws(CommandProblem) {
        try Self.check(names, for: keeper, configured, of: sourceName)
        let known = keeper.personaFieldNames
        for name in namesOfPersonas where !known.contains(name) && configured.fields[name] == nil {
            // Report this only if it looks like a typing mistake, because the persona may be for another source, which
            // checks it.
            guard let near = SpellingSuggestion.nearest(to: name, in: known) else { continue }
            StandardError.line(
                "note: source \(sourceName) does not use the attribute \(Quotation.of(name)) of the persona; "
                    + "did you mean \(Quotation.of(near))?")
        }
    }

    /// Checks whether a fetched source uses fields with these names.
    static func check(
        _ names: [String], for keeper: any PersonaKeeper, _ configured: SourcePersona, of sourceName: String
    ) throws(CommandProblem) {
        // Only a server that evaluates the flags itself knows what it uses.
        guard !(keeper is OpenFeatureRemoteConfigKeeper) else { return }
        let known = keeper.personaFieldNames
        let others = configured.fields.keys.filter { !known.contains($0) }.sorted()
        let all = known + others
        // If a field takes a key, such as app.customSignal['tier'], all of its members may be given together.
        guard
            let unknown = names.first(where: { name in
                !all.contains { $0 == name || $0.hasPrefix(name + "[") }
            })
        else { return }
        let near = SpellingSuggestion.nearest(to: unknown, in: all).map { "Did you mean \($0)?\n" } ?? ""
        throw CommandProblem(
            "source \(sourceName) does not use the attribute \(Quotation.of(unknown))",
            advice: near
                + (all.isEmpty ? "It uses no attributes." : "It uses: \(all.joined(separator: ", "))"))
    }
}

extension PersonaLibrary {
    /// Creates a library of the personas in a project file, and those saved next to a file of overrides.
    init(_ declared: [ProjectPersona], besideOverridesAt path: String) {
        self.init(
            declared.map { NamedPersona(name: $0.name, fields: $0.fields, origin: .project) },
            besideOverridesAt: path)
    }

    /// Returns the personas of the project in the settings, or of the project in this folder.
    static func opened(_ settings: Settings) throws -> PersonaLibrary {
        let located = try LocatedProject(settings)
        let team = try TeamConnection.store(settings, located)
        try team?.readOnce(within: settings.waits)
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
        try team.readToChange(within: settings.waits)
        try Progress.wait(
            "Changing the team's store", within: settings.waits.ofStoreChanges(), changing: "persona list"
        ) {
            try await team.make(request)
        }
    }
}
