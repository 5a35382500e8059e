import ExperimentsCore
import Foundation

/// An expression ready to be evaluated often: its patterns compiled, its dates and versions read.
struct PreparedCondition: Sendable {
    /// A part of an expression whose expensive work is done.
    struct Part: Sendable {
        let atom: ConditionAtom
        let patterns: [TemplatePattern]
        let version: SemanticVersion?
        let date: Date?
        /// The share of all installations that it is for, if it is for one.
        let percentage: PercentileRange?
    }

    let expression: ConditionExpression
    let parts: [Part]

    /// Whether it is for a share of all installations.
    var isPercentage: Bool { parts.contains { $0.percentage != nil } }

    init(_ expression: ConditionExpression) {
        self.expression = expression
        parts = expression.atoms.map(Self.part)
    }

    func holds(for instance: AppInstance) -> Bool {
        parts.allSatisfy { $0.holds(for: instance) }
    }

    private static func part(_ atom: ConditionAtom) -> Part {
        var patterns: [TemplatePattern] = []
        var version: SemanticVersion?
        var date: Date?
        var percentage: PercentileRange?
        switch atom {
        case .constant: break
        case .percent(_, let range):
            switch range {
            case .atMost(let bound): percentage = .lessOrEqual(micro(bound))
            case .above(let bound): percentage = .greater(micro(bound))
            case .between(let lower, let upper): percentage = .between(micro(lower), micro(upper))
            }
        case .element(_, let test):
            switch test {
            // An expression that could be read has good patterns.
            case .text(.matches, let texts): patterns = texts.compactMap { try? TemplatePattern($0, .re2) }
            case .version(_, let text), .wrappedVersion(_, let text): version = SemanticVersion(text)
            case .date(_, let literal): date = literal.date
            default: break
            }
        }
        return Part(atom: atom, patterns: patterns, version: version, date: date, percentage: percentage)
    }

    private static func micro(_ percent: String) -> Double {
        (Double(percent) ?? 0) * Double(Percentile.whole) / 100
    }
}

extension PreparedCondition.Part {
    /// Whether it is met. Unknown attributes of an installation fail every test, including negative ones.
    func holds(for instance: AppInstance) -> Bool {
        switch atom {
        case .constant(let value): return value
        case .percent(let seed, _):
            guard let id = instance.installationID, !id.isEmpty, let percentage else { return false }
            return percentage.contains(Percentile.microPercentile(of: id, seed: seed ?? ""))
        case .element(let element, let test): return holds(test, of: element, instance)
        }
    }

    private func holds(_ test: ConditionTest, of element: ConditionElement, _ instance: AppInstance) -> Bool {
        switch test {
        case .date(let comparison, _):
            let moment = element == .dateTime ? instance.now : instance.firstOpenedAt
            guard let moment, let date else { return false }
            return comparison.holds(moment < date ? -1 : moment > date ? 1 : 0)
        case .membership(let method, let texts):
            return Self.isMember(of: instance.memberships(element), method, texts)
        default: break
        }
        guard let text = instance.text(element) else { return false }
        switch test {
        case .version(let comparison, _), .wrappedVersion(let comparison, _):
            guard let version, let own = SemanticVersion(text),
                let order = SemanticVersion.compare(own, version)
            else { return false }
            return comparison.holds(order)
        case .number(let comparison, let number):
            guard let own = SignalNumber.value(of: text), let number = Double(number) else { return false }
            return comparison.holds(own < number ? -1 : own > number ? 1 : 0)
        case .isSame(let other, let isNegative):
            let isSame =
                element == .appID ? ByteText.isEqual(text, other) : text.lowercased() == other.lowercased()
            return isSame != isNegative
        case .isOneOf(let texts): return texts.contains { Self.isOne(text, $0, of: element) }
        case .text(let method, let texts): return holds(method, texts, in: text)
        case .date, .membership: return false
        }
    }

    private func holds(_ method: ConditionTest.TextMethod, _ texts: [String], in text: String) -> Bool {
        switch method {
        case .contains: texts.contains { ByteText.contains(text, $0) }
        case .notContains: !texts.contains { ByteText.contains(text, $0) }
        case .exactlyMatches: texts.contains { ByteText.isEqual($0, text) }
        case .matches: patterns.contains { $0.isFound(in: text) == true }
        }
    }

    private static func isOne(_ text: String, _ other: String, of element: ConditionElement) -> Bool {
        switch element {
        case .language:
            // Apple's and older Android devices write `de_AT`, others `de-AT`.
            let (own, wanted) = (languageTag(text), languageTag(other))
            // A language without a country means all countries.
            return own == wanted || own.hasPrefix(wanted + "-")
        case .country: return text.lowercased() == other.lowercased()
        default: return ByteText.isEqual(text, other)
        }
    }

    private static func languageTag(_ text: String) -> String {
        text.lowercased().replacing(scalar: "_", with: "-")
    }

    private static func isMember(of own: [String]?, _ method: ConditionTest.SetMethod, _ names: [String])
        -> Bool
    {
        guard let own else { return false }
        return switch method {
        case .inAtLeastOne: names.contains { own.contains($0) }
        case .notInAtLeastOne: names.contains { !own.contains($0) }
        case .inAll: names.allSatisfy { own.contains($0) }
        case .notInAll: !names.contains { own.contains($0) }
        }
    }
}

extension AppInstance {
    /// Returns the text of an element; nil if it is not known.
    func text(_ element: ConditionElement) -> String? {
        switch element {
        case .appVersion: appVersion
        case .appBuild: appBuild
        case .appID: appID
        case .installationID: installationID
        case .country: country
        case .language: language
        case .operatingSystem: operatingSystem
        case .userProperty(let key): userProperties[exactly: key]
        case .customSignal(let key): customSignals[exactly: key]
        case .operatingSystemAndVersion: operatingSystemAndVersion
        case .browserAndVersion: browserAndVersion
        case .audiences, .importedSegments, .firstOpenTimestamp, .dateTime: nil
        }
    }

    /// Returns the installation's values for an element; nil if they are unknown.
    func memberships(_ element: ConditionElement) -> [String]? {
        switch element {
        case .audiences: audiences
        case .importedSegments: importedSegments
        default: text(element).map { [$0] }
        }
    }
}

/// A regular expression of a template. Google evaluates client templates with RE2; the SDKs evaluate server templates
/// with the engines of their languages.
struct TemplatePattern: Sendable {
    private let expression: RegularExpression

    init(_ text: String, _ dialect: PatternDialect) throws(PatternProblem) {
        expression = try RegularExpression(text, dialect)
    }

    /// Returns whether the pattern matches somewhere in `text`; nil if the search was abandoned.
    func isFound(in text: String) -> Bool? {
        if let literal = expression.literal { return ByteText.contains(text, literal) }
        return expression.isFound(in: Array(text.utf8))
    }
}

extension ConditionExpression {
    /// Returns whether every part is met for an installation, as evaluated on this machine.
    public func holds(for instance: AppInstance) -> Bool { PreparedCondition(self).holds(for: instance) }
}
