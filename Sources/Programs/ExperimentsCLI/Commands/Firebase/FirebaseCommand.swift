import ArgumentParser

/// What continuous integration does with a Firebase project.
struct FirebaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "firebase", abstract: "Authorize and publish as a service account of a Firebase project, for CI.",
        discussion: """
            Each subcommand takes the key file of a service account, as the Google Cloud console makes it, and prints \
            one value alone, for a script to take.
            """,
        subcommands: [
            ProjectIDCommand.self, TokenURLCommand.self, AssertionCommand.self, AccessTokenCommand.self,
            SetUpdateCommand.self,
        ])
}
