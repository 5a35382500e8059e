import ExperimentsCore
import Foundation
import MarkedYAML

/// Reads the fields of an ActiveConfig source.
extension SourceReader {
    func readActiveConfig(_ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
        let user = decoder.line("user", of: record, expected: "a user's ID")
        let token = record["token"].flatMap { decoder.secret($0, at: "token") }
        let bootstrapped = record["bootstrapped"].flatMap { decoder.path($0, at: "bootstrapped", in: folder) }
        guard let node = record["url"] else {
            decoder.missing("url", of: record, ": say where configurations are, such as \(Self.exampleURL)")
            return nil
        }
        guard let url = readURLTemplate(node, &decoder) else { return nil }
        if user != nil, !url.contains(Self.userPlaceholder) {
            decoder.refuse("has no place in 'url': write {user} there", at: "user", record["user"])
        }
        return .activeConfig(
            ActiveConfigSourceSettings(url: url, user: user, token: token, bootstrapped: bootstrapped))
    }

    private static var userPlaceholder: String { "{user}" }
    private static var exampleURL: String { "https://example.com/active_config?userID={user}" }

    /// A URL with a place for the user's ID. It is never quoted if it may hold a password.
    private func readURLTemplate(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        let expected = "a URL such as \(Self.exampleURL)"
        guard let text = decoder.line(node, at: "url", expected: expected) else { return nil }
        let url = URL(string: text.replacingOccurrences(of: Self.userPlaceholder, with: "1"))
        guard url?.user == nil, url?.password == nil else {
            decoder.refuse("must not hold a user's name or password", at: "url", node)
            return nil
        }
        guard let url, url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false else {
            decoder.expected(expected, at: "url", found: node)
            return nil
        }
        return text
    }
}
