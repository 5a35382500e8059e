import ExperimentsCore
import ExperimentsTransport
import FirebaseTemplates
import Foundation

/// On whose behalf the service is asked.
struct TemplateCredentials {
    /// Gives the tokens.
    let tokens: any AccessTokenSource
    /// The project that the account belongs to, where that is known.
    let projectID: String?

    init(_ options: TemplateServiceOptions, for url: URL) throws {
        if let variable = options.accessTokenEnv {
            guard let token = Environment[variable] else {
                throw CommandProblem(
                    "--access-token-env names \(variable), which is not set",
                    advice: "Set it to an OAuth access token, for example with gcloud auth print-access-token.")
            }
            tokens = FixedAccessToken(AccessToken(token))
            projectID = nil
            return
        }
        if let path = options.serviceAccount ?? Environment["GOOGLE_APPLICATION_CREDENTIALS"] {
            // The one place that turns a service account's file into tokens.
            throw CommandProblem(
                "\(path): this build cannot use service accounts yet", advice: "Use --access-token-env.")
        }
        guard Self.isLoopback(url) else {
            throw CommandProblem(
                "there is no account to ask \(url.host ?? "the service") with",
                advice: "Name a service account's file with --service-account, or a token with --access-token-env.")
        }
        // What an emulator on this machine takes from everyone, as other emulators of Firebase do.
        tokens = FixedAccessToken(AccessToken("owner"))
        projectID = nil
    }

    /// A token never goes over the network in clear text unless it stays on this machine.
    private static func isLoopback(_ url: URL) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host ?? "")
    }
}
