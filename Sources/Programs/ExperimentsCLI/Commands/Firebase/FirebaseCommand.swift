import ArgumentParser
import Foundation
import GoogleServiceAccount

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

/// Prints the project of a service account.
struct ProjectIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project-id", abstract: "Print the id of the project that a service account belongs to.")

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try ValuePrinter(asJSON: global.json).print(keyFile.key().projectID, as: "projectId")
    }
}

/// Prints where a service account gets its tokens.
struct TokenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token-url", abstract: "Print the address at which a service account gets access tokens.")

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try ValuePrinter(asJSON: global.json).print(keyFile.key().tokenURL.absoluteString, as: "tokenUrl")
    }
}
