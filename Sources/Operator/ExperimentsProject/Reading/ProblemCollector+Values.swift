import ExperimentsCore
import Foundation
import MarkedYAML

/// Reads the values of fields; what is not as it must be is noted, and nil.
extension ProblemCollector {
    /// A text that is not empty and has no control characters.
    mutating func text(
        _ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath, _ expected: String = "text"
    ) -> String? {
        guard let text = node.text, !node.isNull else {
            addWrong(name, of: record, mustBe: expected, node, field)
            return nil
        }
        guard !text.isEmpty else {
            addWrong(name, of: record, "must not be empty", node, field)
            return nil
        }
        guard !text.hasControlBytes else {
            addWrong(name, of: record, "must not hold control characters or line breaks", node, field)
            return nil
        }
        return text
    }

    /// One of a few words.
    mutating func word<Word>(
        _ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath, among words: [String],
        _ make: (String) -> Word?
    ) -> Word? {
        guard let text = text(name, of: record, node, field, "one of " + words.joined(separator: ", ")) else {
            return nil
        }
        if let word = make(text) { return word }
        addWrong(name, of: record, "must be one of \(words.joined(separator: ", ")), found \(node.found)", node, field)
        return nil
    }

    mutating func truth(_ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath) -> Bool? {
        switch node.plainText {
        case "true": return true
        case "false": return false
        default:
            addWrong(name, of: record, mustBe: "true or false", node, field)
            return nil
        }
    }

    mutating func onOrOff(_ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath) -> Bool? {
        switch node.plainText {
        case "on": return true
        case "off": return false
        default:
            addWrong(name, of: record, mustBe: "on or off", node, field)
            return nil
        }
    }

    mutating func number(_ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath) -> Double? {
        guard let text = node.plainText, let value = NumberText.double(text) else {
            addWrong(name, of: record, mustBe: "a number", node, field)
            return nil
        }
        return value
    }

    /// A length of time of at least `least`.
    mutating func duration(
        _ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath, least: Duration,
        or other: String? = nil
    ) -> Duration? {
        let expected = "a length of time such as 30s, 5m or 1h" + (other.map { ", or \($0)" } ?? "")
        guard let text = node.text, !node.isNull, let duration = DurationText.duration(from: text) else {
            addWrong(name, of: record, mustBe: expected, node, field)
            return nil
        }
        guard duration >= least else {
            let words = "must be at least \(DurationText.text(of: least)), found \(node.found)"
            addWrong(name, of: record, words, node, field)
            return nil
        }
        return duration
    }

    /// A path, as it is from the working directory.
    mutating func path(
        _ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath, in folder: String
    ) -> String? {
        guard let text = text(name, of: record, node, field, "a path") else { return nil }
        guard text != "~", !text.hasPrefix("~/") else {
            addWrong(
                name, of: record,
                "must be an absolute path or one relative to this file: '~' has no meaning here", node, field)
            return nil
        }
        return ProjectPath.resolve(text, in: folder)
    }

    /// The base of a service. It is never quoted if it may hold a password.
    mutating func url(_ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath) -> URL? {
        guard let text = text(name, of: record, node, field, "a URL such as http://127.0.0.1:9199") else { return nil }
        if text.contains("@") {
            addWrong(name, of: record, "must not hold a user's name or password", node, field)
            return nil
        }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false,
            url.query == nil, url.fragment == nil
        else {
            addWrong(name, of: record, mustBe: "a URL such as http://127.0.0.1:9199", node, field)
            return nil
        }
        return url
    }

    /// A secret. What stands there is never quoted.
    mutating func secret(_ name: String, of record: RecordName, _ node: YAMLNode, _ field: FieldPath) -> Secret? {
        guard let text = node.text, !node.isNull else {
            addWrong(name, of: record, mustBe: "text or ${VARIABLE}", node, field)
            return nil
        }
        guard let secret = Secret(text) else {
            addWrong(
                name, of: record, "must be a key without blanks, or ${VARIABLE} to take it from the environment", node,
                field)
            return nil
        }
        return secret
    }
}

extension String {
    /// Whether there are ASCII control characters: line breaks, tabs, escapes.
    fileprivate var hasControlBytes: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where byte < 0x20 || byte == 0x7F { return true }
            return false
        } ?? utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
