import ArgumentParser
import ExperimentsCore
import ExperimentsTransport
import GoogleServiceAccount

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

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let tokens = ServiceAccountTokenSource(key: try keyFile.key())
        let scopes =
            scopes.isEmpty ? [GoogleScope.remoteConfig, GoogleScope.cloudPlatform] : GoogleScope.list(scopes)
        let token = try Progress.wait("waiting for a token") { try await tokens.accessToken(scopes: scopes) }
        try global.print(
            token.text, as: "accessToken", others: ["expiresAt": token.expiresAt.orNull, "scopes": scopes])
    }
}
