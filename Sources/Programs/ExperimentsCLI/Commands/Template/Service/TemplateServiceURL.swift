import FirebaseTemplates
import Foundation

/// Where the service is.
struct TemplateServiceURL {
    /// The base, before `/v1/projects/…`.
    let url: URL

    /// - Parameters:
    ///   - text: what was asked for; nil for what the environment says, else Google's own.
    ///   - name: how errors call what was asked for.
    init(_ text: String?, named name: String) throws(CommandProblem) {
        let given = text.map { (name: name, text: $0) } ?? Self.inEnvironment
        let text = given?.text ?? TemplateClient.googleBaseURL
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false, url.user == nil, url.password == nil
        else {
            throw CommandProblem(
                "\(given?.name ?? name) needs a URL without a user's name, such as http://127.0.0.1:9199")
        }
        self.url = url
    }

    /// Whether a URL leads to this machine.
    static func isLoopback(_ url: URL) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host ?? "")
    }

    /// A token in clear text is for everyone on the way to read.
    static func refuseClearText(_ url: URL, advice: String) throws(CommandProblem) {
        guard url.scheme == "https" || isLoopback(url) else {
            throw CommandProblem("\(url.host ?? "the service") would get the access token unencrypted", advice: advice)
        }
    }

    private static var inEnvironment: (name: String, text: String)? {
        for name in ["FIREBASE_REMOTE_CONFIG_URL", "FIREBASE_REMOTE_CONFIG_URL_BASE"] {
            if let text = Environment[name] { return (name, text) }
        }
        return nil
    }
}
