/// Writes the parts of an expression.
enum ExpressionText {
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "\\'") + "'"
    }

    static func list(_ texts: [String]) -> String {
        "[" + texts.map(quoted).joined(separator: ", ") + "]"
    }

    static func text(of date: ConditionDate) -> String {
        let zone = date.zone.map { ", " + quoted($0) } ?? ""
        return (date.hasWord ? "dateTime" : "") + "(\(quoted(date.text))\(zone))"
    }
}

extension ConditionAtom: CustomStringConvertible {
    /// The part as an expression writes it.
    public var description: String {
        switch self {
        case .constant(let value): return value ? "true" : "false"
        case .percent(let seed, let range):
            let word = "percent" + (seed.map { "(\(ExpressionText.quoted($0)))" } ?? "")
            switch range {
            case .atMost(let bound): return "\(word) <= \(bound)"
            case .above(let bound): return "\(word) > \(bound)"
            case .between(let lower, let upper): return "\(word) between \(lower) and \(upper)"
            }
        case .element(let element, let test):
            let name = element.name
            switch test {
            case .version(let comparison, let text):
                return "\(name).\(comparison.rawValue)(\(ExpressionText.list([text])))"
            case .text(let method, let texts): return "\(name).\(method.rawValue)(\(ExpressionText.list(texts)))"
            case .membership(let method, let texts): return "\(name).\(method.rawValue)(\(ExpressionText.list(texts)))"
            case .isOneOf(let texts): return "\(name) in \(ExpressionText.list(texts))"
            case .isSame(let text, let isNegative):
                return "\(name) \(isNegative ? "!=" : "==") \(ExpressionText.quoted(text))"
            case .number(let comparison, let number): return "\(name) \(comparison.rawValue) \(number)"
            case .date(let comparison, let date):
                return "\(name) \(comparison.rawValue) \(ExpressionText.text(of: date))"
            case .wrappedVersion(let comparison, let text):
                return "version(\(name)) \(comparison.rawValue) \(ExpressionText.quoted(text))"
            }
        }
    }
}
