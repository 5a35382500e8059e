import ArgumentParser
import ExperimentsProject

struct BindingsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "bindings", abstract: "List the keys and commands of the dashboard",
        discussion: """
            Includes the bindings in the project file. Actions without a command act on the screen only.
            """)
    static let examples: KeyValuePairs = ["experiments bindings": "List all keys of the dashboard"]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let project = try LocatedProject(options.settings)?.project
        let (all, problems) = try Dashboard.bindings(
            changing: project?.bindings ?? [], adding: project?.commands ?? [])
        for problem in problems { StandardError.line("warning: \(problem)") }
        let listed = Dashboard.bindingSections.flatMap { section in all.filter { $0.section == section } }
        let table = Table(["KEYS": 20, "ACTION": 24, "DOES": 60, "COMMAND": 80], of: listed) { binding in
            [
                .init(binding.keys.joined(separator: " "), .bold), .init(binding.action),
                .init(binding.title),
                .init(binding.command ?? "", .dim),
            ]
        }
        try options.settings.print(["bindings": all.map(\.document)], else: table)
    }
}
