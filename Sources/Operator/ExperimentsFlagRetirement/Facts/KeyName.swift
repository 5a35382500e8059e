import ExperimentsCore
import ExperimentsSourceScanning
import ExperimentsSupport
import ExperimentsSyntaxReading
import SwiftSyntax

/// A name for the key in source code.
struct KeyName: Hashable {
    /// The kind of the name.
    enum Kind: Hashable {
        /// A typed key: of `Keys`, of a catalog, or of an enum of keys.
        case key(KeyType)
        /// The name of a Firebase parameter: `RemoteConfig.Key`.
        case parameter
        /// A text, or the case of an enum of texts.
        case text
    }

    /// The property, or the case.
    let property: String
    /// The type around it; nil for a constant outside of all types.
    let owner: TypeKey?
    let kind: Kind
    /// The file of a constant outside of all types that only its file can use.
    var file: String?
}

/// The type of the values of a key.
indirect enum KeyType: Hashable {
    case bool, int, double, string
    /// A type of the app.
    case named(String)
    case optional(KeyType)
    case url, date, duration, decimal
    /// A type that is read from a document.
    case json(String)
    /// A type that is not known.
    case other

    init(name: String) {
        switch name {
        case "Bool": self = .bool
        case "Int": self = .int
        case "Double": self = .double
        case "String": self = .string
        case "URL": self = .url
        case "Date": self = .date
        case "Duration": self = .duration
        case "Decimal": self = .decimal
        case "Data": self = .other
        default: self = .named(name)
        }
    }
}

extension KeyType {
    /// The name of the type in code.
    var name: String? {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string: "String"
        case .url: "URL"
        case .date: "Date"
        case .duration: "Duration"
        case .decimal: "Decimal"
        case .named(let name), .json(let name): name
        case .optional, .other: nil
        }
    }
}

/// The facts about a type of a key's values.
struct ValueTypeFacts {
    /// How the values are created.
    enum Kind {
        case cases, onOff, variants, onOffBaseline, whole, fraction, wholeBaseline, fractionBaseline, unknown
    }

    let kind: Kind
    /// The cases of the type, or of its variants, with their texts.
    let cases: [(name: String, raw: String)]
    /// Whether it can be removed with the key: it is not a part of a library's interface.
    let isOwn: Bool

    init(_ node: some DeclGroupSyntax) {
        let macros = MacroName.allCases.filter { node.attributes.contains([$0]) }
        kind =
            switch macros.first {
            case .bool: .onOff
            case .baselineString: .variants
            case .baselineBool: .onOffBaseline
            case .int: .whole
            case .double: .fraction
            case .baselineInt: .wholeBaseline
            case .baselineDouble: .fractionBaseline
            case .json: .unknown
            case .string: .cases
            case nil: node.is(EnumDeclSyntax.self) && node.hasStringRawType ? .cases : .unknown
            }
        let holder: any DeclGroupSyntax =
            kind == .variants
            ? node.nestedEnums.first { $0.name.plainText == "Variant" } ?? node as any DeclGroupSyntax : node
        cases = holder.caseElements.map { ($0.name.plainText, $0.rawText) }
        isOwn = !node.modifiers.contains { ["public", "open", "package"].contains($0.name.text) }
    }

    /// Returns the value of a text; nil if it is not a value of the type.
    func value(of text: String, type: String) -> KnownValue? {
        let isBaseline = text.hasScalarSuffix("_baseline")
        let bare = isBaseline ? String(text.dropLast("_baseline".count)) : text
        switch kind {
        case .cases:
            return cases.first { $0.raw == text }.map {
                KnownValue(.enumCase(type: type, name: $0.name, raw: $0.raw))
            }
        case .onOff:
            return BooleanText.value(of: text).map {
                KnownValue(.enumCase(type: type, name: $0 ? "enabled" : "disabled", raw: nil))
            }
        case .variants:
            return cases.first { $0.raw == bare }.map { found in
                let variant = KnownValue(.enumCase(type: type + ".Variant", name: found.name, raw: found.raw))
                return parts(type, isBaseline, ["variant": variant])
            }
        case .onOffBaseline:
            return BooleanText.value(of: bare).map { parts(type, isBaseline, ["isEnabled": .bool($0)]) }
        case .whole:
            return NumberText.integer(text).map {
                KnownValue(.remoteValue(type: type, parts: ["integer": KnownValue(.int($0))]))
            }
        case .fraction:
            return NumberText.double(text).map {
                KnownValue(.remoteValue(type: type, parts: ["number": KnownValue(.double($0))]))
            }
        case .wholeBaseline:
            return NumberText.integer(bare).map { parts(type, isBaseline, ["integer": KnownValue(.int($0))]) }
        case .fractionBaseline:
            return NumberText.double(bare).map {
                parts(type, isBaseline, ["number": KnownValue(.double($0))])
            }
        case .unknown: return nil
        }
    }

    private func parts(_ type: String, _ isBaseline: Bool, _ others: [String: KnownValue]) -> KnownValue {
        KnownValue(.remoteValue(type: type, parts: others.merging(["baseline": .bool(isBaseline)]) { $1 }))
    }
}

extension DeclGroupSyntax {
    var caseElements: [EnumCaseElementSyntax] {
        memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap { Array($0.elements) }
    }
}
