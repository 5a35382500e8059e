import ExperimentsCore
import ExperimentsTransport
import FirebaseTemplates
import Foundation
import GoogleServiceAccount

/// On whose behalf the service is asked.
struct TemplateCredentials {
    /// Gives the tokens.
    let tokens: any AccessTokenSource
    /// The project that the account belongs to, where that is known.
    let projectID: String?

    /// - Parameters:
    ///   - token: an access token that was obtained elsewhere; it counts before the rest.
    ///   - serviceAccount: the file of a service account; nil for the one that the environment names.
    ///   - url: where the service is.
    ///   - isInsecure: whether the token may travel unencrypted to another machine.
    init(token: String?, serviceAccount: String?, for url: URL, isInsecure: Bool = false) throws {
        if let token {
            tokens = FixedAccessToken(AccessToken(token))
            projectID = nil
        } else if let path = serviceAccount ?? Environment["GOOGLE_APPLICATION_CREDENTIALS"] {
            let key = try ServiceAccountKey(contentsOfFile: path)
            tokens = ServiceAccountTokenSource(key: key)
            projectID = key.projectID
        } else if TemplateServiceURL.isLoopback(url) {
            // What an emulator on this machine takes from everyone, as other emulators of Firebase do.
            tokens = FixedAccessToken(AccessToken("owner"))
            projectID = nil
        } else {
            throw CommandProblem(
                "no account for \(url.host ?? "the service")",
                advice: "Set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account.")
        }
        guard !isInsecure else { return }
        try TemplateServiceURL.refuseClearText(
            url, advice: "Use an https URL, or --insecure to send the token unencrypted.")
    }
}
