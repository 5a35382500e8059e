import ArgumentParser
import ExperimentsCore
import ExperimentsTransport
import Foundation
import GoogleServiceAccount

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

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let key = try KeyFile.key(at: keyFile)
        let (now, scopes) = (Date(), GoogleScope.list(scopes))
        let assertion = try key.assertion(for: scopes, issuedAt: now)
        let end = now.addingTimeInterval(ServiceAccountKey.assertionLifetime)
        try global.print(
            assertion, as: "jws", others: ["expiresAt": end])
    }
}
