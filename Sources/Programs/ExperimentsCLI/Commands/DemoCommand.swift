import ArgumentParser
import Foundation

struct DemoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the dashboard with demo data",
        discussion: """
            Opens a shop app's project in a temporary folder, on a Firebase Remote Config emulator that it starts on \
            this machine. Every few seconds a value is published: keys go missing and come back, values break and are \
            corrected. While you edit or publish a template, nothing else is published. There are two sources \
            (production and staging), conditions with a rollout to 25%, three personas, three experiments with \
            results, two overrides, the fetches of a week, code that reads the keys, and three linked apps. All of it \
            is removed when the demo ends.

            With --warehouse, the results are counted by the program sqlite3 or duckdb in a database of the demo's past \
            events; press S on screen 5 to see the statement.

            With --overrides FILE, your own overrides apply, and no apps are linked. If standard input or output is \
            not a terminal, prints what `list` prints.
            """)
    static let examples: KeyValuePairs = ["experiments demo": "Open the dashboard with demo data"]

    @Flag(help: "Count the results in a database, as in a warehouse") var warehouse = false

    @OptionGroup(title: "Dashboard options") var dashboard: DashboardOptionGroup

    @OptionGroup(title: "Global options") var options: GlobalOptions

    private var settings: Settings { dashboard.added(to: options.settings) }

    func run() throws {
        let demo = try Demo(settings, countingIn: warehouse ? DemoWarehouse() : nil)
        defer { demo.stop() }
        if dashboard.plain {
            demo.play()
            // The lines continue until a signal ends the program.
            let ending = EndingSignals { [files = demo.files] in
                files.remove()
                kill(getpid(), SIGTERM)
            }
            defer { ending.cancel() }
            return try Dashboard(demo.settings).follow(demo.session)
        }
        guard Console.hasScreenAndKeyboard, !options.json else {
            return try demo.settings.printReport(of: demo.session)
        }
        demo.play()
        try Dashboard(demo.settings).show(demo.session)
    }
}
