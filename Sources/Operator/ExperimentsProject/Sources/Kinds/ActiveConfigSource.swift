import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// An ActiveConfig backend.
    public static let activeConfig = SourceKind(
        "active-config",
        fields: ["url", "user", "token", "bootstrapped", "tls"]
    ) { $0.readActiveConfig(&$1) }
}

/// The settings of a source of kind `active-config`.
public struct ActiveConfigSourceSettings: SourceSettings {
    /// The address, with `{user}` in place of the user's ID: `https://example.com/active_config?userID={user}`.
    public var url: String
    /// The user whose configuration is shown; nil for no user in particular.
    public var user: String?
    /// The token, sent as `Authorization: Bearer`; nil for none.
    public var token: Secret?
    /// The path of a JSON file with the configuration that is shipped with the app.
    public var bootstrapped: String?

    /// The kind of source.
    public static var kind: SourceKind { .activeConfig }

    /// The secrets that are sent to ``hosts``.
    public var sentSecrets: [Secret] { [token].compactMap(\.self) }

    /// The hosts that the project file names.
    public var hosts: [String] {
        [URL(string: url.replacingOccurrences(of: "{user}", with: "0"))?.host ?? url]
    }

    /// The place of the values.
    public var address: String { url }
}

extension SourceReader {
    func readActiveConfig(_ decoder: inout ProjectDecoder) -> ActiveConfigSourceSettings? {
        let user = decoder.line("user", of: record, expected: "a user's ID")
        let token = record["token"].flatMap { decoder.secret($0, at: "token") }
        let bootstrapped = record["bootstrapped"].flatMap { decoder.path($0, at: "bootstrapped", in: folder) }
        guard let node = record["url"] else {
            return decoder.missing(
                "url", of: record, ": set it to the URL of the configurations, such as \(Self.exampleURL)")
        }
        guard let url = readURLTemplate(node, &decoder) else { return nil }
        if user != nil, !url.contains(Self.userPlaceholder) {
            decoder.refuse("is not used by `url`: write {user} in it", at: "user", record["user"])
        }
        return ActiveConfigSourceSettings(url: url, user: user, token: token, bootstrapped: bootstrapped)
    }

    private static var userPlaceholder: String { "{user}" }
    private static var exampleURL: String { "https://example.com/active_config?userID={user}" }

    /// Reads a URL with a placeholder for the user's ID. It is never quoted if it may contain a password.
    private func readURLTemplate(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        let expected = "a URL such as \(Self.exampleURL)"
        guard let text = decoder.line(node, at: "url", expected: expected) else { return nil }
        let url = URL(string: text.replacingOccurrences(of: Self.userPlaceholder, with: "1"))
        guard url?.user == nil, url?.password == nil else {
            return decoder.refuse("must not contain a user name or password", at: "url", node)
        }
        guard let url, url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false else {
            return decoder.expected(expected, at: "url", found: node)
        }
        let places = text.matches(of: #/\{[^{}]*\}/#).map { String($0.output) }
        if let unknown = places.first(where: { $0 != Self.userPlaceholder }) {
            return decoder.refuse(
                "has the unknown placeholder \(unknown): the only one is \(Self.userPlaceholder)", at: "url",
                node)
        }
        return text
    }
}
