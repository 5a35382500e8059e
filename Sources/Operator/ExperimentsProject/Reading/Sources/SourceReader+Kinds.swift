import ExperimentsCore
import ExperimentsSupport
import Foundation
import MarkedYAML

/// Reads the fields of each kind of source.
extension SourceReader {
    func readFile(_ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
        guard let node = record["path"] else {
            decoder.missing("path", of: record, ": name a JSON or YAML file of key and value")
            return nil
        }
        return decoder.path(node, at: "path", in: folder).map { .file(path: $0) }
    }

    func readEmulator(_ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
        let project = decoder.line("project", of: record)
        let appID = readAppID(&decoder)
        let apiKey = record["api_key"].flatMap { decoder.secret($0, at: "api_key") }
        let realtime = readRealtime(&decoder)
        guard let node = record["url"] else {
            decoder.missing("url", of: record, ": say where the emulator listens, such as http://127.0.0.1:9199")
            return nil
        }
        guard let url = decoder.url(node, at: "url") else { return nil }
        return .emulator(
            EmulatorSourceSettings(
                url: url, project: project, appID: appID, apiKey: apiKey, realtime: realtime ?? true))
    }

    func readRealtime(_ decoder: inout ProjectDecoder) -> Bool? {
        record["realtime"].flatMap { decoder.onOrOff($0, at: "realtime") }
    }

    func readAppID(_ decoder: inout ProjectDecoder) -> String? {
        let expected = "an app's id such as 1:123456789012:ios:0a1b2c3d"
        guard let text = decoder.line("app_id", of: record, expected: expected) else { return nil }
        let parts = text.split(scalar: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, Self.isMade(of: "0123456789", parts[1]),
            ["ios", "android", "web"].contains(parts[2]), Self.isMade(of: "0123456789abcdef", parts[3])
        else {
            decoder.expected(expected, at: "app_id", found: record["app_id"])
            return nil
        }
        return text
    }

    private static func isMade(of characters: String, _ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy(characters.contains)
    }
}

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
