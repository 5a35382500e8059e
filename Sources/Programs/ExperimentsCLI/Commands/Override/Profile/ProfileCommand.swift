import ArgumentParser

/// Keeps, shares and sets overrides under names.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Keep overrides under a name, and set them all at once.",
        discussion: """
            A profile holds values, whether they are switched on, and notes; neither ends nor authors. Profiles are \
            files in `profiles` beside the overrides file, and can be shared as a file or in one line.
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileLoadCommand.self, ProfileListCommand.self, ProfileShowCommand.self,
            ProfileDiffCommand.self, ProfileExportCommand.self, ProfileImportCommand.self, ProfileDeleteCommand.self,
        ])
}
