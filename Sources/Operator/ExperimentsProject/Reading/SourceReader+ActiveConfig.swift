import Foundation
import MarkedYAML

/// Reads the fields of an ActiveConfig source.
extension SourceReader {
    func readActiveConfig(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        let meant = refuseOthers(than: Self.activeConfigFields, &problems)
        let user = value("user").flatMap { problems.text("user", of: record, $0, field, "a user's ID") }
        let token = value("token").flatMap { problems.secret("token", of: record, $0, field) }
        let bootstrapped = value("bootstrapped").flatMap {
            problems.path("bootstrapped", of: record, $0, field, in: folder)
        }
        guard let node = value("url") else {
            missing("url", meant, "say where configurations are, such as \(Self.exampleURL)", &problems)
            return nil
        }
        guard let url = readURLTemplate(node, &problems) else { return nil }
        if user != nil, !url.contains(Self.userPlaceholder), let node = value("user") {
            problems.addWrong("user", of: record, "has no place in 'url': write {user} there", node, field)
        }
        return .activeConfig(
            ActiveConfigSourceSettings(url: url, user: user, token: token, bootstrapped: bootstrapped))
    }

    private static var userPlaceholder: String { "{user}" }
    private static var exampleURL: String { "https://example.com/active_config?userID={user}" }

    /// A URL with a place for the user's ID. It is never quoted if it may hold a password.
    private func readURLTemplate(_ node: YAMLNode, _ problems: inout ProblemCollector) -> String? {
        guard let text = problems.text("url", of: record, node, field, "a URL such as \(Self.exampleURL)") else {
            return nil
        }
        let url = URL(string: text.replacingOccurrences(of: Self.userPlaceholder, with: "1"))
        guard url?.user == nil, url?.password == nil else {
            problems.addWrong("url", of: record, "must not hold a user's name or password", node, field)
            return nil
        }
        guard let url, url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false else {
            problems.addWrong("url", of: record, mustBe: "a URL such as \(Self.exampleURL)", node, field)
            return nil
        }
        return text
    }
}
