import ArgumentParser

/// Shows the overrides.
struct OverrideListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the overrides, whether in force or not.")

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings)
        try OverridesPrinter(options.settings).printAll(target, target.overrides())
    }
}
