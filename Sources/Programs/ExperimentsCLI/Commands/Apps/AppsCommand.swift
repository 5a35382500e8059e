import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation
import LinkProtocol

struct AppsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "Print the apps that follow the overrides, and those that did.",
        discussion: """
            What the project's server learned of them: `experiments serve`, or the dashboard with `:serve`. It is kept \
            beside the overrides, so that nothing is asked of the server; where none runs, the apps are those that were \
            known last, and none is connected. Where a team shares a store, the apps of all of its servers are listed.
            """,
        subcommands: [AppsGetCommand.self, AppsWatchCommand.self])
    static let examples = [
        CommandExample("experiments apps", "List the apps"),
        CommandExample(
            "experiments apps --filter status:missing --json", "Find those that miss something, for a script"),
    ]

    @Option(help: ArgumentHelp("Only apps that match this filter, as in the dashboard.", valueName: "text"))
    var filter = ""

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let filter = try Filter(option: filter)
        let now = Date()
        let known = try KeptApps(options.settings, at: now)
        let apps = AppList(known.apps, passing: filter, at: now).apps
        if options.json {
            return try StandardOutput.document(known.members + ["apps": apps.map(\.summary)])
        }
        let style = PlainText(options.settings)
        guard !apps.isEmpty else {
            return try StandardOutput.line(style.shown(filter.isEmpty ? known.emptyWords : "no app matches the filter"))
        }
        var table = Table([
            "APP": 60, "VERSION": 20, "DEVICE": 30, "SYSTEM": 20, "SEEN": 20, "OVERRIDES": 9, "MISSING": 9,
            "INCORRECT": 9,
        ])
        for app in apps { table.append(cells(app)) }
        try table.print(style)
    }

    private func cells(_ app: ConnectedApp) -> [Table.Cell] {
        func number(_ count: Int, _ ink: Ink) -> Table.Cell {
            app.reportedAt == nil ? .init("?", .dim) : .init("\(count)", count == 0 ? .dim : ink)
        }
        return [
            .init("\(app.id)", app.isConnected ? .plain : .dim), .init(app.identity.version ?? "-"),
            .init(app.identity.device ?? "-"), .init(app.identity.system ?? "-"),
            app.isConnected ? .init("linked", .green) : .init(RFC3339.text(of: app.lastSeen), .dim),
            number(app.counts.overrides, .cyan), number(app.counts.missing, .yellow),
            number(app.counts.incorrect, .red),
        ]
    }
}
