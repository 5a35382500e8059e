import ExperimentsSupport

/// The expression of a client template's condition: parts joined by `&&`, all of which must be met.
///
/// The language has no "or", no "not", and no brackets around parts.
public struct ConditionExpression: Sendable, Hashable, CustomStringConvertible {
    /// The parts, in the order written; at least one.
    public let atoms: [ConditionAtom]

    /// Reads an expression as templates write it, for example `device.os == 'ios'`.
    ///
    /// - Throws: `ExpressionProblem` with the place where the text is not valid.
    public init(parsing text: String) throws(ExpressionProblem) {
        var parser = ExpressionParser(text)
        atoms = try parser.expression()
    }

    /// Creates an expression from these parts; `true` if there are none.
    public init(_ atoms: [ConditionAtom]) {
        self.atoms = atoms.isEmpty ? [.constant(true)] : atoms
    }

    /// The expression with one blank where blanks are needed.
    public var description: String { atoms.map(\.description).joined(separator: " && ") }

    /// The elements that it uses, in the order written, without `percent`.
    public var elements: [ConditionElement] {
        atoms.compactMap { if case .element(let element, _) = $0 { element } else { nil } }
    }
}

/// A part of an expression. All parts must be met.
public enum ConditionAtom: Sendable, Hashable {
    /// The word `true` or `false`, which is met always or never.
    case constant(Bool)
    /// `app.version.>=(['2.0'])`: an element of the app instance, and the test for it.
    case element(ConditionElement, ConditionTest)
    /// `percent('seed') <= 20`: a share of all installations, in percent.
    case percent(seed: String?, PercentRange)

    /// A share of all installations in percent, with numbers as they were written.
    public enum PercentRange: Sendable, Hashable {
        /// From 0 to this bound, which is included.
        case atMost(String)
        /// From this bound, which is excluded, to 100.
        case above(String)
        /// Between two bounds, of which the first is excluded and the second is included.
        case between(String, String)
    }
}

/// Writes the parts of an expression.
enum ExpressionText {
    static func quoted(_ text: String) -> String {
        "'" + text.replacing(scalar: "'", with: "\\'") + "'"
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
