import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTeam
import Foundation

struct PersonaCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "persona", abstract: "Manage saved users for --as",
        discussion: """
            A persona has the attributes of a user, by the names that the conditions of the sources use. `personas:` \
            in the project file declares personas for everyone. Saved personas are files in `personas` next to the \
            overrides file; with --team, they are stored in the team's store. Use `experiments matrix` to compare the \
            values of personas.
            """,
        subcommands: [
            PersonaListCommand.self, PersonaShowCommand.self, PersonaSaveCommand.self,
            PersonaDeleteCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments persona save norway device.country=NO": "Save a persona",
        "experiments list --as norway": "List the values of this persona",
    ]
}

struct PersonaListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List personas")
    static let examples: KeyValuePairs = ["experiments persona list": "List the personas"]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let library = try PersonaLibrary.opened(options.settings)
        let listing = try library.list()
        for problem in listing.problems { StandardError.line("note: \(problem)") }
        let table = Table(["PERSONA": 80, "FROM": 20, "FIELDS": 120], of: listing.personas) { persona in
            [.init(persona.name), .init(persona.originWords, .dim), .init(persona.words)]
        }
        try options.settings.print(
            [
                "folder": library.folder, "personas": listing.personas.map(\.members),
                "problems": listing.problems.map { "\($0)" },
            ], else: table, ifEmpty: "no personas in the project file or in \(library.folder)")
    }
}

struct PersonaShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the attributes of a persona")
    static let examples: KeyValuePairs = [
        "experiments persona show norway": "Show the attributes of a persona"
    ]

    @Argument(help: "Name of the persona") var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let persona = try PersonaLibrary.opened(options.settings).persona(named: name)
        let fields = persona.fields.sorted { $0.key < $1.key }
        let table = Table(["FIELD": 60, "VALUE": 120], of: fields) { field, value in
            [.init(field), value == .null ? .init("not set", .dim) : .init(value.fieldText)]
        }
        try options.settings.print(["persona": persona.members], else: table)
    }
}

struct PersonaSaveCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save a persona",
        discussion: """
            For example: `experiments persona save "beta tester" country=NO plan=pro`. Numbers, true, false, quoted \
            and bracketed values are JSON, others are text. An empty value means that the attribute is not set, even \
            if the project file sets it for the source.
            """)
    static let examples: KeyValuePairs = [
        "experiments persona save norway device.country=NO": "Save a persona",
        "experiments persona save norway device.country=NO --team": "Save it for the whole team",
    ]

    @Argument(help: "Name of the persona") var name: String

    @Argument(help: ArgumentHelp("Attributes of the user", valueName: "field=value")) var fields: [String] =
        []

    @Flag(help: "Replace a persona with this name") var replace = false

    @Flag(help: "Save it in the team's store") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        var known: [String: JSONValue] = [:]
        if let word = fields.first(where: { !$0.contains(scalar: "=") }) {
            throw CommandProblem(
                "invalid attribute \(Quotation.of(word)): expected FIELD=VALUE",
                advice:
                    "Put a name of several words in quotes: `experiments persona save \(Quotation.of("\(name) \(word)"))`"
            )
        }
        for text in fields {
            let assignment = try Assignment(text, option: "attribute", form: "FIELD=VALUE")
            try assignment.refuseSeveral("invalid attribute") { $0 }
            do throws(MessageError) {
                known[assignment.name] = try JSONValue.typed(assignment.value) ?? .null
            } catch {
                throw CommandProblem(
                    "invalid \(assignment.name): \(error.message)", advice: Assignment.jsonAdvice(assignment))
            }
        }
        let persona = NamedPersona(
            name: name, fields: known, origin: .saved(author: Environment.author, at: .now))
        guard !team else {
            try NamedPersona.check(name: name)
            try PersonaLibrary.makeTeams(.savePersona(persona, replaces: replace), options.settings)
            return try options.settings.printChange(
                ["persona": persona.teams.members], else: "saved \(name) for the team")
        }
        let library = try PersonaLibrary.opened(options.settings)
        try library.save(persona, replacing: replace)
        try options.settings.printChange(
            ["path": library.path(of: name), "persona": persona.members], else: "saved \(name)")
    }
}

struct PersonaDeleteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete a saved persona")
    static let examples: KeyValuePairs = ["experiments persona delete norway": "Delete it"]

    @Argument(help: "Name of the persona") var name: String

    @Flag(help: "Delete it from the team's store") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if team {
            try PersonaLibrary.makeTeams(.deletePersona(name), options.settings)
        } else {
            try PersonaLibrary.opened(options.settings).delete(named: name)
        }
        try options.settings.printChange(["deleted": name], else: "deleted \(name)")
    }
}

extension NamedPersona {
    /// The place where it is stored, in words.
    fileprivate var originWords: String {
        switch origin {
        case .project: "project file"
        case .saved(let author, _): author.map { "saved by \($0)" } ?? "saved"
        case .team(let author, _): author.map { "team, by \($0)" } ?? "team"
        }
    }
}
