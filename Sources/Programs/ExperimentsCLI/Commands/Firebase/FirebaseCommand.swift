import ArgumentParser
import ExperimentsCore
import ExperimentsTransport
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
    @OptionGroup(title: "Global options") var global: OutputOptions

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
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        try global.print(keyFile.key().tokenURL.absoluteString, as: "tokenUrl")
    }
}

struct AccessTokenCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "access-token", abstract: "Print an access token of a service account.",
        discussion: "The token is good for about an hour, and as secret as a password.")
    static let examples = [
        CommandExample("experiments firebase access-token service-account.json", "Print a token for curl")
    ]

    @OptionGroup var keyFile: KeyFile

    @Argument(
        help: ArgumentHelp(
            "What the token shall allow. Default: Remote Config and Google Cloud, as far as the account's roles go.",
            valueName: "scope"))
    var scopes: [String] = []

    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let tokens = ServiceAccountTokenSource(key: try keyFile.key())
        let scopes =
            scopes.isEmpty ? [GoogleScope.remoteConfig, GoogleScope.cloudPlatform] : GoogleScope.list(scopes)
        let token = try Progress.wait("waiting for a token") { try await tokens.accessToken(scopes: scopes) }
        try global.print(
            token.text, as: "accessToken", others: ["expiresAt": token.expiresAt.orNull, "scopes": scopes])
    }
}

struct AssertionCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "jws", abstract: "Print a signed JWT that can be exchanged for an access token.",
        discussion: """
            The statement is a JSON Web Token (RS256, base64url) and good for an hour. It is as secret as a password. \
            `experiments firebase access-token` makes one and exchanges it at once.
            """)
    static let examples = [
        CommandExample(
            "experiments firebase jws service-account.json https://www.googleapis.com/auth/firebase.remoteconfig",
            "Print a signed JWT")
    ]

    @Argument(
        help: ArgumentHelp("The JSON file with the service account's key.", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var keyFile: String

    @Argument(
        help: ArgumentHelp(
            "What the token shall allow, for example https://www.googleapis.com/auth/firebase.remoteconfig.",
            valueName: "scope"))
    var scopes: [String]

    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let key = try KeyFile.key(at: keyFile)
        let (now, scopes) = (Date(), GoogleScope.list(scopes))
        let assertion = try key.assertion(for: scopes, issuedAt: now)
        let end = now.addingTimeInterval(ServiceAccountKey.assertionLifetime)
        try global.print(
            assertion, as: "jws", others: ["expiresAt": end])
    }
}

/// The key file of a service account.
struct KeyFile: ParsableArguments {
    private static let variable = "GOOGLE_APPLICATION_CREDENTIALS"

    @Argument(
        help: ArgumentHelp(
            "The JSON file with the service account's key. Default: $\(Self.variable).", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var path: String?

    func key() throws -> ServiceAccountKey {
        guard let path = path ?? Environment[Self.variable] else {
            throw CommandProblem(
                "there is no key to work with",
                advice: "Name the key file of a service account, or set \(Self.variable) to its path.")
        }
        return try Self.key(at: path)
    }

    /// The key in the file at `path`.
    static func key(at path: String) throws(ServiceAccountKeyError) -> ServiceAccountKey {
        try ServiceAccountKey(contentsOfFile: path)
    }
}

extension GoogleScope {
    /// The scopes of arguments, each of which may hold several with blanks between them, as OAuth writes them.
    static func list(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    }
}
