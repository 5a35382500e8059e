import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import ExperimentsTransport
import Foundation
import GoogleServiceAccount

struct FirebaseCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "firebase",
        abstract: "Use Firebase in CI; list experiments and rollouts",
        discussion: """
            For scripts, subcommands read the key file of a service account, as created by the Google Cloud console, \
            and print one value.
            """,
        subcommands: [
            ProjectIDCommand.self, TokenURLCommand.self, AssertionCommand.self, AccessTokenCommand.self,
            SetUpdateCommand.self, StudiesCommand<ExperimentKind>.self, StudiesCommand<RolloutKind>.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments firebase project-id service-account.json": "Print the project of a key file"
    ]
}

struct ProjectIDCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "project-id", abstract: "Print the project ID of a service account")
    static let examples: KeyValuePairs = [
        "experiments firebase project-id service-account.json": "Print the project ID"
    ]

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        try global.print(keyFile.key().projectID, as: "projectId")
    }
}

struct TokenURLCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "token-url", abstract: "Print the token URL of a service account")
    static let examples: KeyValuePairs = [
        "experiments firebase token-url service-account.json": "Print the token URL"
    ]

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        try global.print(keyFile.key().tokenURL.absoluteString, as: "tokenUrl")
    }
}

struct AccessTokenCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "access-token", abstract: "Print an access token",
        discussion: """
            The token is valid for about an hour; standard error says until when. Keep it as secret as a password. \
            The file can contain the key of a service account, a person's sign-in (authorized_user), or the identity of \
            a CI job (external_account, workload identity).

            Without a file, uses the first of these: the file of GOOGLE_APPLICATION_CREDENTIALS; in GitHub Actions, the \
            identity of the job, if GOOGLE_WORKLOAD_IDENTITY_PROVIDER is set (GOOGLE_IMPERSONATE_SERVICE_ACCOUNT sets \
            the account to act as); the credentials of `gcloud auth application-default login`.
            """)
    static let examples: KeyValuePairs = [
        "experiments firebase access-token service-account.json": "Print a token for curl"
    ]

    @Argument(
        help: ArgumentHelp(
            "JSON file with credentials (default: $GOOGLE_APPLICATION_CREDENTIALS)",
            valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var path: String?

    @Argument(
        help: ArgumentHelp(
            "OAuth scopes (default: Remote Config and Google Cloud)",
            valueName: "scope"))
    var scopes: [String] = []

    @Option(
        help: ArgumentHelp("Same as <key-file>", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var serviceAccount: String?

    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        // A scope can be in the place of an omitted file.
        let isScope = serviceAccount != nil || path?.hasPrefix("https://") == true
        let (file, scopes) = isScope ? (serviceAccount, [path].compactMap(\.self) + scopes) : (path, scopes)
        let tokens = try
            (TemplateCredentials.named(file)
            ?? TemplateCredentials.found(for: "Google", orElse: "Pass the key file of a service account"))
            .tokens()
        let list =
            scopes.isEmpty ? [GoogleScope.remoteConfig, GoogleScope.cloudPlatform] : GoogleScope.list(scopes)
        let token = try Progress.wait("Waiting for a token", within: waiting.timeout) {
            try await tokens.accessToken(scopes: list)
        }
        if !global.json, let end = token.expiresAt {
            StandardError.line("valid until \(RFC3339.text(of: end))")
        }
        try global.print(
            token.text, as: "accessToken", others: ["expiresAt": token.expiresAt.orNull, "scopes": list])
    }
}

struct AssertionCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "jws", abstract: "Print a signed JWT for an access token",
        discussion: """
            The JSON Web Token (RS256, base64url) is valid for an hour. Keep it as secret as a password. `experiments \
            firebase access-token` creates one and exchanges it for an access token.
            """)
    static let examples: KeyValuePairs = [
        "experiments firebase jws service-account.json https://www.googleapis.com/auth/firebase.remoteconfig":
            "Print a signed JWT"
    ]

    @Argument(
        help: ArgumentHelp("JSON key file of the service account", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var keyFile: String

    @Argument(
        help: ArgumentHelp(
            "OAuth scopes, for example https://www.googleapis.com/auth/firebase.remoteconfig",
            valueName: "scope"))
    var scopes: [String]

    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let key = try KeyFile.key(at: keyFile)
        let (now, scopes) = (Date(), GoogleScope.list(scopes))
        let assertion = try key.assertion(for: scopes, issuedAt: now)
        let end = now.addingTimeInterval(ServiceAccountKey.assertionLifetime)
        try global.print(assertion, as: "jws", others: ["expiresAt": end])
    }
}

/// The key file of a service account.
struct KeyFile: ParsableArguments {
    private static let variable = "GOOGLE_APPLICATION_CREDENTIALS"

    @Argument(
        help: ArgumentHelp(
            "JSON key file of the service account (default: $\(Self.variable))", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var path: String?

    func key() throws -> ServiceAccountKey {
        guard let path = path ?? Environment[Self.variable] else {
            throw CommandProblem(
                "no service account key",
                advice: "Pass the key file of a service account, or set \(Self.variable) to its path.")
        }
        return try Self.key(at: path)
    }

    /// Returns the key in the file at `path`.
    static func key(at path: String) throws(ServiceAccountKeyError) -> ServiceAccountKey {
        try ServiceAccountKey(contentsOfFile: path)
    }
}

extension GoogleScope {
    /// Returns the scopes in arguments. Each argument may have several, separated by blanks as in OAuth.
    static func list(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    }
}
