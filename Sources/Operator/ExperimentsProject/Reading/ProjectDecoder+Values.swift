import ExperimentsCore
import ExperimentsYAML
import Foundation

/// Reads the values of fields. Returns nil for an invalid value, and notes the problem.
extension ProjectDecoder {
    /// Reads `on` or `off`, or a boolean in YAML's syntax.
    mutating func onOrOff(_ node: YAMLNode, at name: String) -> Bool? {
        switch node.plainText {
        case "on", "true": return true
        case "off", "false": return false
        default:
            return expected("on or off", at: name, found: node)
        }
    }

    /// Reads a duration of at least `least`.
    mutating func duration(_ node: YAMLNode, at name: String, least: Duration, or other: String? = nil)
        -> Duration?
    {
        let words = "a duration such as 30s, 5m or 1h" + (other.map { ", or \($0)" } ?? "")
        guard let text = text(node, at: name, expected: words) else { return nil }
        guard let duration = DurationText.duration(from: text) else {
            return expected(words, at: name, found: node)
        }
        guard duration >= least else {
            return expected("at least \(DurationText.text(of: least))", at: name, found: node)
        }
        return duration
    }

    /// Reads a path, relative to the working directory.
    mutating func path(_ node: YAMLNode, at name: String? = nil, in folder: String) -> String? {
        guard let text = line(node, at: name, expected: "a path") else { return nil }
        guard text != "~", !text.hasPrefix("~/") else {
            return refuse(
                "must be an absolute path or one relative to this file: `~` has no meaning here", at: name,
                node)
        }
        let beginning = text.cut(atFirst: ":")
        if let beginning, beginning.after.hasScalarPrefix("//"),
            beginning.before.utf8.allSatisfy(\.isASCIILetter)
        {
            return refuse("must be the path of a file, not a URL", at: name, node)
        }
        guard !text.hasScalarPrefix("${") else {
            return refuse("must be a path: variables such as `${NAME}` are not replaced here", at: name, node)
        }
        return ProjectFile.resolve(text, in: folder)
    }

    /// Reads the base URL of a service. It is never quoted if it may contain a password.
    mutating func url(_ node: YAMLNode, at name: String) -> URL? {
        let words = "a URL such as http://127.0.0.1:9199"
        guard let text = line(node, at: name, expected: words) else { return nil }
        if text.contains(scalar: "@") {
            return refuse("must not contain a user name or password", at: name, node)
        }
        guard let url = URL(serverAddress: text) else { return expected(words, at: name, found: node) }
        return url
    }

    /// Reads a secret. Its text is never quoted in messages.
    mutating func secret(_ node: YAMLNode, at name: String) -> Secret? {
        guard let text = text(node, at: name, expected: "text or ${VARIABLE}") else { return nil }
        if let secret = Secret(text) { return secret }
        return refuse(
            "must be a key without spaces, or ${VARIABLE} to take it from the environment", at: name, node)
    }
}
