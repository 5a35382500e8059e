import ExperimentsCore

extension TemplateChange {
    /// The change for people: a line that begins with `+`, `-` or `~`, and an indented line for each thing that
    /// differs. Values from the template are in quotation marks, controls as escapes.
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
    func text(_ kind: TemplateChange.Kind) -> String {
        let values: String
        switch (old, new) {
        case (nil, let new?): values = Self.shown(new, name)
        case (let old?, nil): values = kind == .removed ? Self.shown(old, name) : "\(Self.shown(old, name)) → none"
        case (let old?, let new?): values = "\(Self.shown(old, name)) → \(Self.shown(new, name))"
        case (nil, nil): values = ""
        }
        return "\(title): \(values)"
    }

    private var title: String {
        switch name {
        case "defaultValue": return "default"
        case "valueType": return "type"
        case "tagColor": return "colour"
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
        if isValue, value == ["useInAppDefault": true] { return "the app's own default" }
        if name == "order", let names = value.array { return names.compactMap(\.string).joined(separator: ", ") }
        if let text = value.string { return Quotation.of(text, limit: 200) }
        return value.compactText
    }
}
