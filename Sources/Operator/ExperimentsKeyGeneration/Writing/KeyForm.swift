import ExperimentsCore
import Foundation

/// The declaration of a key in an extension of `Keys`, and the type that it needs for its values.
struct KeyForm {
    /// The types that a key's values can need.
    enum Declaration {
        /// An enum of texts.
        case cases([String])
        /// A struct of one of these texts, with or without a baseline.
        case baselineCases([String])
        /// A struct of any text, with or without a baseline.
        case baselineText
        /// A struct that is true or false, with or without a baseline.
        case baselineTruth
        /// A struct with the members of documents. The first of these is the default.
        case document([DocumentShape.Member], [JSONObject])
    }

    let declaration: Declaration?
    /// The names that the type already has.
    let kept: ValueNames
    private let key: CatalogKey

    /// - Parameters:
    ///   - texts: the values that a key can have besides its default, if the document has them.
    ///   - kept: the names that the type for its values already has.
    init(_ key: CatalogKey, texts: [String] = [], kept: ValueNames = ValueNames()) {
        self.key = key
        self.kept = kept
        let schema = key.schema
        // Swift considers two texts equal that differ only in the composition of accents.
        let cases = Set(schema.cases).count == schema.cases.count ? schema.cases : []
        switch schema.kind {
        case .bool: declaration = schema.understandsBaseline ? .baselineTruth : nil
        case .string where schema.understandsBaseline:
            declaration = cases.isEmpty ? .baselineText : .baselineCases(cases)
        case .string: declaration = cases.isEmpty ? nil : .cases(cases)
        case .json:
            let values = ([schema.defaultText].compactMap(\.self) + texts).compactMap {
                try? JSONValue(parsing: $0)
            }
            let objects = values.compactMap(\.object)
            if schema.defaultText != nil, objects.count == values.count,
                case .object(let members)? = DocumentShape(of: values)
            {
                declaration = .document(members, objects)
            } else {
                declaration = nil
            }
        default: declaration = nil
        }
    }

    /// Whether a macro creates the declaration.
    var needsMacros: Bool {
        switch declaration {
        case .baselineCases, .baselineTruth: true
        default: false
        }
    }

    /// Whether the declaration uses a type of Foundation.
    var needsFoundation: Bool { [.url, .date].contains(key.schema.kind) && key.schema.defaultText != nil }

    /// Returns the expression that creates the key.
    ///
    /// - Parameter type: the name of the type for its values.
    func expression(type: String) -> String {
        let name = SwiftText.literal(key.name)
        let made: String
        if let value = defaultValue(type: type) {
            made = "Key(\(name), \(value))"
        } else if declaration != nil {
            made = "Key<\(type)?>(\(name), optional: \(isRemoteValue ? ".own" : ".rawValues"))"
        } else {
            made = "Key(\(name), optional: \(reading))"
        }
        let words = [("title", key.declaredTitle), ("group", key.group), ("summary", key.summary)].compactMap
        {
            label, text in text.map { "\(label): \(SwiftText.literal($0))" }
        }
        return made + (words.isEmpty ? "" : ".described(\(words.joined(separator: ", ")))")
    }

    private var isRemoteValue: Bool { key.schema.understandsBaseline }

    /// Returns the arguments for the default and the constraints; nil for a key without a default.
    private func defaultValue(type: String) -> String? {
        guard let text = key.schema.defaultText else { return nil }
        switch declaration {
        case .cases(let cases):
            return
                "default: \(type).\(CaseNames(cases, kept: kept.cases, isRemoteValue: false).reference(to: text))"
        case .baselineCases(let cases):
            let (value, isBaseline) = Baseline.split(text)
            let name = CaseNames(cases, kept: kept.cases, isRemoteValue: true).reference(to: value)
            return "default: \(type)(baseline: \(isBaseline), variant: .\(name))"
        case .baselineText:
            let (value, isBaseline) = Baseline.split(text)
            return "default: \(type)(baseline: \(isBaseline), text: \(SwiftText.literal(value)))"
        case .baselineTruth:
            let (value, isBaseline) = Baseline.split(text)
            return "default: \(type)(baseline: \(isBaseline), isEnabled: \(value == "true"))"
        case .document: return "json: \(type)()"
        case nil: return plainDefault(text).map { value in "\(value)" }
        }
    }

    private func plainDefault(_ text: String) -> String? {
        switch key.schema.kind {
        case .bool: BooleanText.value(of: text).map { "default: \($0)" }
        case .int: NumberText.integer(text).map { "default: \(SwiftText.literal($0))" + limit(", in: ") }
        case .double: NumberText.double(text).map { "default: \(SwiftText.literal($0))" + limit(", in: ") }
        case .string: "default: " + SwiftText.literal(text) + limit(", oneOf: ")
        case .json: ".jsonText, default: " + SwiftText.literal(text)
        case .duration: DurationText.duration(from: text).map { "default: Duration." + Self.call($0) }
        case .url: "default: URL(string: \(SwiftText.literal(text)))!"
        case .date:
            RFC3339.date(from: text).map {
                "default: Date(timeIntervalSince1970: \(SwiftText.literal($0.timeIntervalSince1970)))"
            }
        }
    }

    /// Returns for example `seconds(90)`.
    private static func call(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return milliseconds == 0 ? "seconds(\(seconds))" : "milliseconds(\(seconds * 1000 + milliseconds))"
    }

    /// The reading of a key without a default.
    private var reading: String {
        switch key.schema.kind {
        case .bool: ".bool"
        case .int: ".int(" + limit("in: ") + ")"
        case .double: ".double(" + limit("in: ") + ")"
        case .string: ".string(" + limit("oneOf: ") + ")"
        case .json: ".jsonText"
        case .duration: ".duration"
        case .url: ".url"
        case .date: ".date"
        }
    }

    private func limit(_ label: String) -> String {
        KeyLimit.text(of: key.schema).map { label + $0 } ?? ""
    }
}

/// The range or the list of texts that a key is declared with.
enum KeyLimit {
    /// Returns `1...6` or `["a", "b"]`; nil if all values are valid.
    static func text(of schema: ValueSchema) -> String? {
        switch schema.kind {
        case .string:
            schema.cases.isEmpty
                ? nil : "[" + schema.cases.map(SwiftText.literal).joined(separator: ", ") + "]"
        case .int: schema.range.map { text(whole($0.lowerBound), whole($0.upperBound)) }
        case .double: schema.range.map { text(number($0.lowerBound), number($0.upperBound)) }
        default: nil
        }
    }

    private static func text(_ lower: String, _ upper: String) -> String {
        // `...-` would be another operator.
        upper.hasScalarPrefix("-") ? "\(lower) ... \(upper)" : "\(lower)...\(upper)"
    }

    private static func whole(_ bound: Double) -> String {
        if bound < -0x1p63 || bound == -.infinity { return "Int.min" }
        if bound >= 0x1p63 { return "Int.max" }
        return String(Int(bound))
    }

    private static func number(_ bound: Double) -> String {
        switch bound {
        case .infinity: "Double.infinity"
        case -.infinity: "-Double.infinity"
        default: SwiftText.literal(bound)
        }
    }
}

/// The names of the cases of an enum, for texts.
struct CaseNames {
    private let names: NameTable

    /// - Parameters:
    ///   - kept: the names that the cases already have.
    ///   - isRemoteValue: whether the enum is a remote value, which has a property `default`.
    init(_ texts: [String], kept: [String: String], isRemoteValue: Bool) {
        let reserved: Set = isRemoteValue ? ["allCases", "default"] : ["allCases"]
        names = NameTable(texts, kept: kept, reserved: reserved, suffix: "Value") {
            SwiftName.member($0, prefix: "value")
        }
    }

    /// Returns the declaration of the case: `case plain`, `case easyGoing = "easy going"`.
    func declaration(of text: String) -> String {
        let name = names[text]
        return "case \(SwiftName.declared(name))" + (name == text ? "" : " = \(SwiftText.literal(text))")
    }

    /// Returns the name of the case after a dot, where every keyword is allowed.
    func reference(to text: String) -> String { names[text] }
}
