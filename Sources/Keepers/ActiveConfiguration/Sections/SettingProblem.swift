import ExperimentsCore

/// Why a setting has no value of the type that was asked for.
public struct SettingProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong with the setting.
    public enum Reason: Sendable, Hashable {
        /// The section has no setting with the key.
        case missing
        /// The value is of another type, or out of the type's range; `found` is its JSON, cut at 60 characters.
        case incorrect(found: String)
    }

    /// The name of the section in which the setting was looked up.
    public let section: String
    /// The key that was asked for.
    public let key: String
    /// What was asked for, in words, for example `a whole number`.
    public let expected: String
    /// Whether the setting is missing, or its value is of another type.
    public let reason: Reason

    init(section: String, key: String, expected: String, found: JSONValue?) {
        self.section = section
        self.key = key
        self.expected = expected
        reason = found.map { .incorrect(found: Self.shown($0)) } ?? .missing
    }

    private static func shown(_ value: JSONValue) -> String {
        let text = value.compactText
        return text.count > 60 ? text.prefix(59) + "…" : text
    }

    /// `config_sections.Shop.settings.Retries.value: expected a whole number, found "many"`.
    public var description: String {
        let path = DocumentPath()["config_sections"][section]["settings"][key]
        return switch reason {
        case .missing: "\(path): \(DocumentWords.expected(expected, found: "no such setting"))"
        case .incorrect(let found): "\(path["value"]): \(DocumentWords.expected(expected, found: found))"
        }
    }
}
