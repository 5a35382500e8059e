import ArgumentParser
import Foundation
import GoogleServiceAccount

struct FirebaseCommand: ExemplifiedCommand {
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
    static let examples = [
        CommandExample(
            "experiments firebase project-id service-account.json", "Print which project a key file belongs to")
    ]
}

struct ProjectIDCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "project-id", abstract: "Print the id of the project that a service account belongs to.")
    static let examples = [
        CommandExample("experiments firebase project-id service-account.json", "Print the id, for a script")
    ]

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try global.print(keyFile.key().projectID, as: "projectId")
    }
}

struct TokenURLCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "token-url", abstract: "Print the address at which a service account gets access tokens.")
    static let examples = [
        CommandExample("experiments firebase token-url service-account.json", "Print the address")
    ]

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try global.print(keyFile.key().tokenURL.absoluteString, as: "tokenUrl")
    }
}
