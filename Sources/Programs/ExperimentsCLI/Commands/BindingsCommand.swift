import ArgumentParser
import ExperimentsCore
import ExperimentsProject

struct BindingsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "bindings", abstract: "Print what the dashboard's keys do, and the commands that do the same.",
        discussion:
            "With what `bindings:` of the project file changes. Actions without a command concern the screen alone.")
    static let examples = [
        CommandExample("experiments bindings", "Print all keys of the dashboard")
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let bindings = try LocatedProject(options.settings)?.project.bindings ?? []
        let (all, problems) = Dashboard.bindings(changing: bindings)
        for problem in problems { StandardError.line("warning: \(problem)") }
        if options.json {
            return try StandardOutput.document(["bindings": all.map(\.document)])
        }
        var table = Table(["KEYS": 20, "ACTION": 24, "DOES": 60, "COMMAND": 80])
        for section in Dashboard.bindingSections {
            for binding in all where binding.section == section {
                table.append([
                    .init(binding.keys.joined(separator: " "), .bold), .init(binding.action), .init(binding.title),
                    .init(binding.command ?? "", .dim),
                ])
            }
        }
        try table.print(PlainText(options.settings))
    }
}
