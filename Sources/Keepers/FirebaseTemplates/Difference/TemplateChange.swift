import ExperimentsCore

/// A difference between two templates.
public struct TemplateChange: Sendable, Hashable {
    /// The part of the template that differs.
    public enum Subject: Sendable, Hashable {
        /// The condition of this name.
        case condition(String)
        /// The order of the conditions that both templates have.
        case conditionOrder
        /// The parameter of this key.
        case parameter(String)
        /// The group of this name.
        case group(String)
        /// Another member of the document.
        case member(String)
    }

    /// The kind of difference.
    public enum Kind: String, Sendable, Hashable {
        /// Only the new template has it.
        case added
        /// Only the old template has it.
        case removed
        /// Both templates have it, but it differs.
        case changed
    }

    /// A member that differs, for example `defaultValue`, `conditionalValues.ios` or `group`.
    public struct Detail: Sendable, Hashable {
        /// The name of the member, with dots between its parts.
        public let name: String
        /// The old value; nil if the member is new.
        public let old: JSONValue?
        /// The new value; nil if the member was removed.
        public let new: JSONValue?
    }

    /// The part of the template that differs.
    public let subject: Subject
    /// The kind of difference.
    public let kind: Kind
    /// The members that differ, in the order of the document. For a part that was added or removed, all members.
    public let details: [Detail]

    /// The change as text for people: a line that begins with `+`, `-` or `~`, and an indented line for each
    /// difference. Values from the template are in quotation marks, with control characters as escapes.
    public var lines: [String] {
        let sign =
            switch kind {
            case .added: "+"
            case .removed: "-"
            case .changed: "~"
            }
        return ["\(sign) \(subject)"] + details.map { "    " + $0.text(kind) }
    }
}

extension TemplateChange.Subject: CustomStringConvertible {
    /// `parameter color`, with a name that has unusual characters in quotation marks.
    public var description: String {
        switch self {
        case .condition(let name): "condition \(Self.shown(name))"
        case .conditionOrder: "order of the conditions"
        case .parameter(let key): "parameter \(Self.shown(key))"
        case .group(let name): "group \(Self.shown(name))"
        case .member(let name): "member \(Self.shown(name))"
        }
    }

    private static func shown(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
        return isPlain && !name.isEmpty ? name : Quotation.of(name, limit: 200)
    }
}

extension TemplateChange.Detail {
    /// The two strings, if one value was replaced by another.
    package var texts: (old: String, new: String)? {
        guard let old = old?.object?["value"]?.string, let new = new?.object?["value"]?.string else {
            return nil
        }
        return (old, new)
    }

    /// Returns the difference in a line: `default: "a" → "b"`.
    package func text(_ kind: TemplateChange.Kind) -> String {
        let values: String
        switch (old, new) {
        case (nil, let new?): values = Self.shown(new, name)
        case (let old?, nil):
            values = kind == .removed ? Self.shown(old, name) : "\(Self.shown(old, name)) → none"
        case (let old?, let new?): values = "\(Self.shown(old, name)) → \(Self.shown(new, name))"
        case (nil, nil): values = ""
        }
        return "\(title): \(values)"
    }

    /// The name of the member that people see: `default`, `when "ios"`.
    package var title: String {
        switch name {
        case "defaultValue": return "default"
        case "valueType": return "type"
        case "tagColor": return "color"
        default:
            let prefix = "conditionalValues."
            return name.hasPrefix(prefix)
                ? "when \(Quotation.of(String(name.dropFirst(prefix.count)), limit: 200))" : name
        }
    }

    private static func shown(_ value: JSONValue, _ name: String) -> String {
        let isValue = name == "defaultValue" || name.hasPrefix("conditionalValues.")
        if isValue, let object = value.object, let text = object["value"]?.string, object.members.count == 1 {
            return Quotation.of(text, limit: 200)
        }
        if isValue, value == ["useInAppDefault": true] { return "in-app default" }
        if name == "order", let names = value.array {
            return names.compactMap(\.string).joined(separator: ", ")
        }
        if let text = value.string { return Quotation.of(text, limit: 200) }
        return value.compactText
    }
}

extension TemplateDifference {
    /// The changes as JSON: `[{"subject", "name", "change", "members": [{"name", "old", "new"}]}]`.
    package var json: JSONValue { .array(changes.map(\.json)) }
}

extension TemplateChange {
    fileprivate var json: JSONValue {
        var members = JSONObject()
        let (what, name) = subject.words
        members["subject"] = .string(what)
        members["name"] = name.map(JSONValue.string)
        members["change"] = .string(kind.rawValue)
        members["members"] = .array(
            details.map { detail in
                var members = JSONObject()
                members["name"] = .string(detail.name)
                members["old"] = detail.old ?? .null
                members["new"] = detail.new ?? .null
                return .object(members)
            })
        return .object(members)
    }
}

extension TemplateChange.Subject {
    fileprivate var words: (what: String, name: String?) {
        switch self {
        case .condition(let name): ("condition", name)
        case .conditionOrder: ("condition-order", nil)
        case .parameter(let key): ("parameter", key)
        case .group(let name): ("group", name)
        case .member(let name): ("member", name)
        }
    }
}
