import ArgumentParser

/// Prints what every key comes to.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print every key with its type, status and value.",
        discussion: "Long values are cut in the table; `get KEY` and `--json` print them whole.")

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try Listing(options.settings).printReport(of: .opened(options.settings))
    }
}
