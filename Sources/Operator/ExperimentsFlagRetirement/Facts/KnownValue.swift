import ExperimentsCore

/// The known value of an expression once a flag has one value for everyone.
struct KnownValue: Hashable {
    indirect enum Form: Hashable {
        case bool(Bool)
        case int(Int)
        case double(Double)
        case string(String)
        /// A case of an enum. The type is nil if only a dot is written.
        case enumCase(type: String?, name: String, raw: String?)
        /// A value of a type created by a macro, of which only the parts are known.
        case remoteValue(type: String, parts: [String: KnownValue])
        /// A value of Firebase's SDK before an accessor chooses its type.
        case parameter(String)
        /// A number of Foundation.
        case number(String)
        /// A document of the text.
        case document(String)
        /// A value that an expression makes, of a type.
        case code(String, type: String)
        case null
    }

    var form: Form
    /// Whether the type of the expression is optional.
    var isOptional = false
    /// Whether an expression can name it once the key is gone.
    var isWritable = true
    /// The name of the type that nil is one of.
    var nullType: String?

    init(_ form: Form, isOptional: Bool = false) { (self.form, self.isOptional) = (form, isOptional) }

    static func bool(_ value: Bool) -> KnownValue { KnownValue(.bool(value)) }

    /// The truth of a condition; nil for another value.
    var truth: Bool? {
        guard case .bool(let value) = form, !isOptional else { return nil }
        return value
    }

    var isNull: Bool { form == .null }

    /// Returns the same value as a value of an optional type, or of the wrapped type.
    func optional(_ isOptional: Bool = true) -> KnownValue {
        var value = self
        value.isOptional = isOptional
        return value
    }

    /// The expression that is this value wherever it is written; nil if there is none.
    var code: String? {
        guard isWritable, let bare = bareCode else { return nil }
        return isOptional && !isNull ? "Optional(\(bare))" : bare
    }

    private var bareCode: String? {
        switch form {
        case .bool(let value): String(value)
        case .int(let value): String(value)
        case .double(let value): value.isFinite ? "\(value)" : nil
        case .string(let value): Self.literal(value)
        case .enumCase(let type?, let name, _): "\(type).\(Self.name(name))"
        case .document(let text): Self.jsonCode(text)
        case .code(let text, _): text
        case .null: nullType.map { "Optional<\($0)>.none" }
        case .enumCase, .remoteValue, .parameter, .number: nil
        }
    }

    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                result +=
                    scalar.isInvisible
                    ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }
        return result + "\""
    }

    private static func name(_ text: String) -> String {
        ["default", "in", "is", "as", "for", "if", "case", "self", "true", "false", "nil", "switch"].contains(
            text)
            ? "`\(text)`" : text
    }

    private static func jsonCode(_ text: String) -> String? {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        return switch value {
        case .bool(let value): "JSONValue.bool(\(value))"
        case .string(let text): "JSONValue.string(\(literal(text)))"
        case .number(let text): "JSONValue.number(\(literal(text)))"
        case .null: "JSONValue.null"
        default: nil
        }
    }

    /// Returns the value of a member; nil if it is unknown.
    func member(_ name: String) -> KnownValue? {
        if isOptional { return nil }
        switch form {
        case .enumCase(_, let value, let raw):
            // Only a remote boolean has no text: it is on or off.
            if raw == nil { return name == "isEnabled" ? .bool(value == "enabled") : nil }
            return name == "rawValue" ? raw.map { KnownValue(.string($0)) } : nil
        case .remoteValue(_, let parts): return parts[name]
        case .string(let text): return name == "isEmpty" ? .bool(text.isEmpty) : nil
        case .parameter(let text): return Self.parameter(text, name)
        case .number(let text):
            return ["boolValue", "intValue", "doubleValue"].contains(name) ? Self.parameter(text, name) : nil
        case .document(let text): return Self.document(text, name)
        case .bool, .int, .double, .code, .null: return nil
        }
    }

    /// Returns the value of an accessor of Firebase's SDK, or of its `NSNumber`.
    private static func parameter(_ text: String, _ name: String) -> KnownValue? {
        switch name {
        case "boolValue": return .bool(BooleanText.value(of: text) ?? false)
        case "stringValue": return KnownValue(.string(text))
        case "numberValue": return KnownValue(.number(text))
        case "intValue": return KnownValue(.int(NumberText.integer(text) ?? 0))
        case "doubleValue": return KnownValue(.double(NumberText.double(text) ?? 0))
        default: return nil
        }
    }

    /// Returns the value of an accessor of a JSON value, which is nil for another type.
    private static func document(_ text: String, _ name: String) -> KnownValue? {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        let form: Form?
        switch name {
        case "bool": form = value.bool.map(Form.bool)
        case "string": form = value.string.map(Form.string)
        case "int": form = value.int.map(Form.int)
        case "double": form = value.double.map(Form.double)
        default: return nil
        }
        return KnownValue(form ?? .null, isOptional: true)
    }

    /// Whether two values are equal; nil if that is unknown.
    func isEqual(to other: KnownValue) -> Bool? {
        switch (form, other.form) {
        case (.bool(let one), .bool(let two)): return one == two
        case (.int(let one), .int(let two)): return one == two
        case (.double(let one), .double(let two)): return one == two
        case (.double(let one), .int(let two)): return one == Double(two)
        case (.int(let one), .double(let two)): return Double(one) == two
        case (.string(let one), .string(let two)): return one == two
        case (.enumCase(let type, let one, _), .enumCase(let otherType, let two, _)):
            guard let type, let otherType, type.lastWord != otherType.lastWord else { return one == two }
            return nil
        case (.document(let one), .document(let two)): return one == two
        case (.null, .null): return true
        case (.null, _): return isOptional ? false : nil
        case (_, .null): return isOptional || other.isOptional ? false : nil
        default: return nil
        }
    }

    /// Returns the number for comparisons; nil for other values.
    func number() -> Double? {
        if isOptional { return nil }
        return switch form {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether a reader could not see it in a literal.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        case .spaceSeparator: self != " "
        default: false
        }
    }
}

extension String {
    /// `Style` of `Shop.Style`.
    var lastWord: Substring { split(separator: ".").last ?? self[...] }
}
