import ExperimentsCore

/// All personas of a project: those declared in the project file, those that operators saved next to the profiles, and
/// those that a team shares.
package struct PersonaLibrary: Sendable, Hashable {
    /// The folder of the saved ones.
    package var folder: String { files.folder }
    private let declared: [NamedPersona]
    private let files: NamedFiles
    /// The personas of the team. A persona of the user with the same name takes precedence.
    package var shared: [NamedPersona] = []

    /// - Parameters:
    ///   - declared: the personas of the project file.
    ///   - path: the overrides file. Saved personas are stored next to it, with its permissions.
    package init(_ declared: [NamedPersona], besideOverridesAt path: String) {
        self.declared = declared
        files = NamedFiles(
            folder: PathText.join(PathText.folder(of: path), "personas"), of: "personas",
            limit: NamedPersona.sizeLimit, readableLike: path)
    }

    /// Returns the library with the personas that a team shares now.
    package func sharing(_ personas: [NamedPersona]) -> PersonaLibrary {
        var library = self
        library.shared = personas
        return library
    }

    /// Returns every persona: those of the project file in its order, then the others in alphabetical order, and the
    /// reasons why others cannot be read. A saved persona whose name the project file now declares is not included.
    ///
    /// - Throws: `FileProblem` if the folder cannot be read.
    package func list() throws(FileProblem) -> (personas: [NamedPersona], problems: [FileProblem]) {
        var listing: (personas: [NamedPersona], problems: [FileProblem]) = (declared, [])
        for name in try files.names() where !declared.contains(where: { $0.name == name }) {
            do throws(FileProblem) {
                listing.personas.append(try saved(name))
            } catch {
                listing.problems.append(error)
            }
        }
        let names = Set(listing.personas.map(\.name))
        listing.personas += shared.filter { !names.contains($0.name) }
        return listing
    }

    /// Returns the persona with a name.
    ///
    /// - Throws: `MessageError` with the nearest name if there is none, `FileProblem` if it cannot be read.
    package func persona(named name: String) throws -> NamedPersona {
        if let persona = declared.first(where: { $0.name == name }) { return persona }
        // Nothing is saved with such a name, so it must not be used as a file name.
        guard (try? NamedPersona.check(name: name)) != nil else { throw missing(name) }
        do throws(FileProblem) {
            return try saved(name)
        } catch {
            guard error.isMissing else { throw error }
            if let persona = shared.first(where: { $0.name == name }) { return persona }
            if let other = SpellingSuggestion.match(name, in: names), other != name {
                return try persona(named: other)
            }
            throw missing(name)
        }
    }

    /// Saves a persona.
    ///
    /// - Parameter replacing: whether it may replace another one with its name.
    /// - Throws: `MessageError` if the name is taken, `FileProblem`. In that case, nothing has changed.
    package func save(_ persona: NamedPersona, replacing: Bool) throws {
        try NamedPersona.check(name: persona.name)
        try refuseDeclared(persona.name, "change")
        if !replacing, try files.names().contains(persona.name) {
            throw MessageError(
                "persona \"\(persona.name)\" already exists; nothing was changed",
                advice: "Use --replace to replace it.")
        }
        try files.write(persona.documentBytes, as: persona.name)
    }

    /// Removes a persona.
    ///
    /// - Throws: `MessageError` if there is none, or the project file declares it; `FileProblem`.
    package func delete(named name: String) throws {
        try NamedPersona.check(name: name)
        try refuseDeclared(name, "delete")
        do throws(FileProblem) {
            try files.delete(named: name)
        } catch {
            guard error.isMissing else { throw error }
            throw missing(name)
        }
    }

    /// Returns the path of a saved persona's file.
    package func path(of name: String) -> String { files.path(of: name) }

    private func saved(_ name: String) throws(FileProblem) -> NamedPersona {
        try NamedPersona(parsing: files.bytes(named: name), named: name, at: files.path(of: name))
    }

    private func refuseDeclared(_ name: String, _ verb: String) throws(MessageError) {
        guard declared.contains(where: { $0.name == name }) else { return }
        throw MessageError(
            "the project file declares the persona \"\(name)\"; nothing was changed",
            advice: "To \(verb) it, edit `personas:` in the project file, or use another name.")
    }

    /// The names of all personas, each once.
    private var names: [String] {
        var seen: Set<String> = []
        return (declared.map(\.name) + ((try? files.names()) ?? []) + shared.map(\.name))
            .filter { seen.insert($0).inserted }
    }

    /// The advice if there are none.
    package static let advice =
        "Use `experiments persona save NAME FIELD=VALUE` to save one, or declare them under `personas:` in the project file."

    private func missing(_ name: String) -> MessageError {
        let names = names
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \"\($0)\"?" }
        let all = names.isEmpty ? Self.advice : "Available: \(names.joined(separator: ", "))"
        return MessageError("no persona \"\(name)\"", advice: near ?? all)
    }
}

/// The user that a source returns values for.
public struct PersonaState: Sendable {
    /// The user that is configured for the source.
    public package(set) var configured: SourcePersona
    /// The user that the source currently returns values for.
    public package(set) var current: SourcePersona
    /// The fields that the source's conditions use, as far as they are known.
    public package(set) var fieldNames: [String] = []

    /// The saved persona that was chosen last, as it was then.
    private var chosen: (name: String, persona: SourcePersona)?

    /// Creates the state from a source; nil if the source gives all users the same values.
    ///
    /// - Parameters:
    ///   - keeper: the keeper of the source.
    ///   - configured: the configured user; nil for the current user of the source.
    ///   - name: the name of the saved persona that is the current user; nil if it has none.
    public init?(
        _ keeper: any RemoteConfigKeeper, configured: SourcePersona? = nil, named name: String? = nil
    ) {
        guard let keeper = keeper as? any PersonaKeeper else { return nil }
        current = keeper.persona
        self.configured = configured ?? current
        chosen = name.map { ($0, keeper.persona) }
    }

    /// Switches to another user.
    ///
    /// - Parameter name: the name of the saved persona; nil if attributes of the current user were edited.
    package mutating func use(_ persona: SourcePersona, named name: String? = nil) {
        current = persona
        if let name { chosen = (name, persona) }
        if persona == configured { chosen = nil }
    }

    /// Takes over the name from an earlier state, if the user is still the same.
    package mutating func name(like before: PersonaState?) {
        if before?.current == current { chosen = before?.chosen }
    }

    /// The user in a few words, if it is not the configured one: `as norwegian`, or `as user_id=7 country=NO` if the
    /// user has no name.
    public var words: String? {
        guard current != configured else { return nil }
        if let chosen { return "as \(chosen.name)" + (chosen.persona == current ? "" : ", edited") }
        let fields = current.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.fieldText)" }
        return fields.isEmpty ? "as nobody" : "as " + fields.joined(separator: " ")
    }
}

extension JSONValue {
    /// Returns the value that a person means by a typed text: JSON if the text is a number, `true`, `false` or `null`,
    /// or begins like a string in quotes, an array or an object; otherwise the text itself. Returns nil for a text that
    /// is empty or blank.
    ///
    /// - Throws: `MessageError` if the text begins like JSON but is not valid JSON.
    package static func typed(_ text: String) throws(MessageError) -> JSONValue? {
        guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
        do throws(JSONProblem) {
            return try JSONValue(parsing: text)
        } catch {
            guard "{[\"".contains(first) else { return .string(text) }
            throw MessageError("not JSON: \(error)")
        }
    }

    /// The text that has to be typed for this value.
    package var fieldText: String {
        guard case .string(let text) = self, (try? Self.typed(text)) == self else { return compactText }
        return text
    }
}
