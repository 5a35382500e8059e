import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

struct ProfileCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Keep overrides under a name, and set them all at once.",
        discussion: """
            A profile holds values, whether they are switched on, and notes; neither ends nor authors. Profiles are \
            files in `profiles` beside the overrides file, and can be shared as a file or in one line; with `--team` they \
            are kept in the store that the team shares, for everybody.
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileLoadCommand.self, ProfileListCommand.self, ProfileShowCommand.self,
            ProfileDiffCommand.self, ProfileExportCommand.self, ProfileImportCommand.self, ProfileDeleteCommand.self,
        ])
    static let examples = [
        CommandExample("experiments override profile save \"QA checkout\"", "Keep the overrides there are"),
        CommandExample("experiments override profile load \"QA checkout\"", "Set them all again"),
    ]
}

struct ProfileDeleteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a profile; the overrides stay as they are.")
    static let examples = [
        CommandExample("experiments override profile delete \"QA checkout\"", "Remove it")
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @Flag(help: "Remove it from the store that the team shares, for everybody.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try OverrideProfile.check(name: name)
        let profiles = try OpenedProfiles(options.settings)
        guard !team else {
            try profiles.make(.deleteProfile(name))
            return try ProfilePrinter(options.settings).print(
                "deleted \(name) of the team", ["deleted": name])
        }
        try profiles.library.delete(named: name)
        try ProfilePrinter(options.settings).print("deleted \(name)", ["deleted": name])
    }
}

struct ProfileDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what loading a profile would change.")
    static let examples = [
        CommandExample("experiments override profile diff \"QA checkout\"", "See first what loading it would change")
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profiles = try OpenedProfiles(options.settings)
        let difference = OverrideSetDifference(
            from: try profiles.ownOverrides(), to: try profiles.library.profile(named: name).overrides)
        try ProfilePrinter(options.settings).print(difference, of: name, OverrideProfile.alreadyLoaded(name))
    }
}
