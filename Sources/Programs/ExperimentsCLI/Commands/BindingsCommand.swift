import ArgumentParser
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsProject

/// Prints which key of the dashboard does what.
struct BindingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bindings", abstract: "Print what the dashboard's keys do, and the commands that do the same.",
        discussion:
            "With what `bindings:` of the project file changes. Actions without a command concern the screen alone.")

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let bindings = try LocatedProject(options.settings)?.project.bindings ?? []
        let (map, problems) = KeyMap.standard(changing: Dictionary(bindings.map { ($0.action, $0.keys) }) { $1 })
        for problem in problems { StandardError.line("warning: \(problem)") }
        if options.json {
            let document: JSONValue = [
                "schema": .number(DocumentSchema.version),
                "bindings": .array(Command.all.map { Self.json($0, map) }),
            ]
            return try StandardOutput.document(document)
        }
        var table = Table([
            .init(title: "KEYS", limit: 20), .init(title: "ACTION", limit: 24), .init(title: "DOES", limit: 60),
            .init(title: "COMMAND", limit: 80),
        ])
        for section in Command.Section.allCases {
            for action in Command.all where action.section == section {
                let keys = map.keys(for: action).map(\.description).joined(separator: " ")
                table.append([
                    .init(keys, .bold), .init(action.name), .init(action.title), .init(action.commandLine ?? "", .dim),
                ])
            }
        }
        try StandardOutput.write(table.text(PlainText(options.settings), width: Console.columns))
    }

    private static func json(_ action: Command, _ map: KeyMap) -> JSONValue {
        [
            "action": .string(action.name), "title": .string(action.title),
            "section": .string(action.section.rawValue),
            "keys": .array(map.keys(for: action).map { .string($0.description) }),
            "command": action.commandLine.map(JSONValue.string) ?? .null,
        ]
    }
}
