import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct PersonaCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "persona", abstract: "Keep users under names, to ask sources --as them.",
        discussion: """
            A persona holds what is known of a user, by the names that the sources' conditions look at. 'personas:' of \
            the project file declares them for everybody; those that are saved are files in `personas` beside the \
            overrides file, or with `--team` in the store that the team shares. `experiments matrix` compares what personas \
            get.
            """,
        subcommands: [
            PersonaListCommand.self, PersonaShowCommand.self, PersonaSaveCommand.self, PersonaDeleteCommand.self,
        ])
    static let examples = [
        CommandExample("experiments persona save norway device.country=NO", "Keep a user under a name"),
        CommandExample("experiments list --as norway", "See what they get"),
    ]
}

struct PersonaListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the personas.")
    static let examples = [
        CommandExample("experiments persona list", "List the personas")
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let library = try PersonaLibrary.opened(options.settings)
        let listing = try library.list()
        for problem in listing.problems { StandardError.line("note: \(problem)") }
        guard !options.settings.json else {
            return try StandardOutput.document([
                "folder": library.folder, "personas": listing.personas.map(\.members),
                "problems": listing.problems.map { "\($0)" },
            ])
        }
        let style = PlainText(options.settings)
        guard !listing.personas.isEmpty else {
            return try StandardOutput.line("no personas in the project file or in \(style.shown(library.folder))")
        }
        var table = Table(["PERSONA": 80, "FROM": 20, "FIELDS": 120])
        for persona in listing.personas {
            table.append([.init(persona.name), .init(persona.originWords, .dim), .init(persona.words)])
        }
        try table.print(style)
    }
}

struct PersonaShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print what is known of a persona.")
    static let examples = [
        CommandExample("experiments persona show norway", "Look at what is known of one")
    ]

    @Argument(help: "The name of the persona.") var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let persona = try PersonaLibrary.opened(options.settings).persona(named: name)
        guard !options.settings.json else { return try StandardOutput.document(["persona": persona.members]) }
        var table = Table(["FIELD": 60, "VALUE": 120])
        for (field, value) in persona.fields.sorted(by: { $0.key < $1.key }) {
            table.append([.init(field), value == .null ? .init("not known", .dim) : .init(value.fieldText)])
        }
        try table.print(PlainText(options.settings))
    }
}

struct PersonaSaveCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep a user under a name.",
        discussion: """
            For example: experiments persona save "beta tester" country=NO plan=pro. A number, true, false, and what is \
            quoted or bracketed is JSON; anything else is text. An empty value says that nothing is known, whatever the \
            project file says of the source.
            """)
    static let examples = [
        CommandExample("experiments persona save norway device.country=NO", "Keep a user under a name"),
        CommandExample("experiments persona save norway device.country=NO --team", "Keep it for the whole team"),
    ]

    @Argument(help: "The name of the persona.") var name: String

    @Argument(help: ArgumentHelp("What is known of the user.", valueName: "field=value")) var fields: [String] = []

    @Flag(help: "Replace another persona of this name.") var replace = false

    @Flag(help: "Keep it in the store that the team shares, for everybody.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        var known: [String: JSONValue] = [:]
        for text in fields {
            let assignment = try Assignment(text, option: "persona save")
            do throws(JSONValue.FieldProblem) {
                known[assignment.name] = try JSONValue.typed(assignment.value) ?? .null
            } catch {
                throw CommandProblem(
                    "\(assignment.name): \(error.reason)", advice: "Text that begins like JSON needs quotes.")
            }
        }
        let persona = NamedPersona(
            name: name, fields: known, origin: .saved(author: Environment.author, at: .now))
        guard !team else {
            try NamedPersona.check(name: name)
            try PersonaLibrary.makeTeams(.savePersona(persona, replaces: replace), options.settings)
            guard options.json else {
                return try StandardOutput.line(PlainText(options.settings).shown("saved \(name) for the team"))
            }
            return try StandardOutput.document(["persona": persona.teams.members])
        }
        let library = try PersonaLibrary.opened(options.settings)
        try library.save(persona, replacing: replace)
        guard options.json else { return try StandardOutput.line(PlainText(options.settings).shown("saved \(name)")) }
        try StandardOutput.document(["path": library.path(of: name), "persona": persona.members])
    }
}

struct PersonaDeleteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Remove a persona that was saved.")
    static let examples = [
        CommandExample("experiments persona delete norway", "Remove it")
    ]

    @Argument(help: "The name of the persona.") var name: String

    @Flag(help: "Remove it from the store that the team shares, for everybody.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if team {
            try PersonaLibrary.makeTeams(.deletePersona(name), options.settings)
        } else {
            try PersonaLibrary.opened(options.settings).delete(named: name)
        }
        guard options.json else { return try StandardOutput.line(PlainText(options.settings).shown("deleted \(name)")) }
        try StandardOutput.document(["deleted": name])
    }
}

extension NamedPersona {
    /// Where it is kept, in words.
    fileprivate var originWords: String {
        switch origin {
        case .project: "the project file"
        case .saved(let author, _): author.map { "saved by \($0)" } ?? "saved"
        case .team(let author, _): author.map { "the team, by \($0)" } ?? "the team"
        }
    }
}
