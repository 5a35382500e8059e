import ArgumentParser
import ExperimentsCore

/// Prints what loading a profile would change.
struct ProfileDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what loading a profile would change.")

    @Argument(help: "The name of the profile.") var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let shelf = try ProfileShelf(options.settings)
        let difference = OverrideSetDifference(
            from: try shelf.ownOverrides(), to: try shelf.profile(named: name).overrides)
        try ProfilePrinter(options.settings).print(difference, of: name, "\(name) is what is overridden already")
    }
}
