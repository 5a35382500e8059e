import ExperimentsCore
import ExperimentsSyntaxReading
import SwiftSyntax

/// Determines the valid values of keys from a value type.
struct ValueReader {
    let type: TypeDeclaration
    let index: TypeIndex
    private(set) var problems: [ScanProblem] = []
    /// Whether it is a problem if the default of the type cannot be read.
    var needsDefault = true

    /// Returns the schema; nil if the type's kind is unknown, which is reported as a problem.
    mutating func schema() -> ValueSchema? {
        guard let kind = ValueShape.of(type, in: index) else {
            report(
                type.name,
                "the kind of \"\(type.qualifiedName)\" could not be read; expected one of the macros, or a conformance such "
                    + "as StringRemoteValue, BoolRemoteValue, IntRemoteValue, DoubleRemoteValue or JSONRemoteValue",
                isKeyLost: true)
            return nil
        }
        return switch kind {
        case .string: stringSchema()
        case .bool: ValueSchema(kind: .bool, defaultText: boolDefault())
        case .baselineString: baselineStringSchema()
        case .baselineBool:
            ValueSchema(kind: .bool, defaultText: baselineBoolDefault(), understandsBaseline: true)
        case .number(let kind, let isBaselinable): numberSchema(kind, isBaselinable)
        case .json: ValueSchema(kind: .json, defaultText: jsonDefault())
        }
    }

    var literals: LiteralReader { type.literals(in: index) }

    /// The expression of the type's own `default`, if it declares one.
    var ownDefault: ExprSyntax? { type.property("default", isStatic: true)?.valueExpression }

    var declaresDefault: Bool { type.property("default", isStatic: true) != nil }

    mutating func report(_ node: some SyntaxProtocol, _ message: String, isKeyLost: Bool = false) {
        problems.append(ScanProblem(place: type.file.place(of: node), message: message, isKeyLost: isKeyLost))
    }

    /// Reports that the default is unknown, and omits it.
    mutating func leaveOutDefault(at node: some SyntaxProtocol) -> String? {
        guard needsDefault else { return nil }
        report(node, "the default of \"\(type.qualifiedName)\" cannot be read and is ignored")
        return nil
    }

    // MARK: JSON

    /// Returns the JSON of initial values that are all literals, as the type would encode it.
    private mutating func jsonDefault() -> String? {
        guard !declaresDefault, type.macro?.name == .json else {
            return leaveOutDefault(at: ownDefault.map(Syntax.init) ?? Syntax(type.name))
        }
        if let text = type.initialDocument(in: index) { return text }
        let unread = type.node.storedBindings.first { literals.json($0) == nil }
        return leaveOutDefault(at: unread.map(Syntax.init) ?? Syntax(type.name))
    }

    mutating func numberSchema(_ kind: ValueKind, _ isBaselinable: Bool) -> ValueSchema {
        ValueSchema(
            kind: kind, range: range(), defaultText: numberDefault(kind, isBaselinable),
            understandsBaseline: isBaselinable)
    }

    /// Returns the macro's argument, or the type's own `range`.
    private mutating func range() -> ClosedRange<Double>? {
        let own = type.property("range", isStatic: true)
        guard let expression = type.macro?.attribute?.argument("in")?.expression ?? own?.valueExpression
        else {
            return nil
        }
        guard let (lower, upper) = literals.bounds(expression), lower <= upper else {
            report(
                expression,
                "the range of \"\(type.qualifiedName)\" cannot be read and is ignored; expected two literals")
            return nil
        }
        return lower...upper
    }

    private mutating func numberDefault(_ kind: ValueKind, _ isBaselinable: Bool) -> String? {
        let label = kind == .int ? "integer" : "number"
        let expression =
            declaresDefault
            ? ownDefault?.argument(label) : type.macro?.attribute?.argument("default")?.expression
        guard let expression, let value = literals.number(expression, as: kind == .int ? .whole : .fraction)
        else {
            return leaveOutDefault(at: (expression ?? ownDefault).map(Syntax.init) ?? Syntax(type.name))
        }
        // In handwritten code, the call shows whether the default is a baseline; with a macro it always is.
        let isBaseline =
            isBaselinable
            && (declaresDefault ? literals.truth(ownDefault?.argument("baseline")) ?? true : true)
        return value.text + (isBaseline ? Baseline.suffix : "")
    }

    mutating func stringSchema() -> ValueSchema {
        guard type.node.is(EnumDeclSyntax.self), type.node.hasStringRawType else {
            let text = type.macro == nil ? literals.text(ownDefault?.argument("name")) : nil
            return ValueSchema(kind: .string, defaultText: text ?? leaveOutDefault(at: type.name))
        }
        let names = rawNames(of: type)
        return ValueSchema(kind: .string, cases: names.map(\.text), defaultText: defaultCase(of: type, names))
    }

    mutating func baselineStringSchema() -> ValueSchema {
        guard let variant = index.types[(type.path + ["Variant"]).joined(separator: ".")] else {
            return ValueSchema(
                kind: .string, defaultText: leaveOutDefault(at: type.name), understandsBaseline: true)
        }
        let names = rawNames(of: variant)
        return ValueSchema(
            kind: .string, cases: names.map(\.text), defaultText: baselineStringDefault(variant, names),
            understandsBaseline: true)
    }

    /// Returns the variant's default as a baseline, or the struct's own.
    private mutating func baselineStringDefault(
        _ variant: TypeDeclaration, _ names: [(name: String, text: String)]
    ) -> String? {
        if declaresDefault {
            guard let (isBaseline, value) = ownDefault?.baselineCall("variant"),
                let text = names.first(where: { $0.name == value.memberName })?.text
            else { return leaveOutDefault(at: ownDefault.map(Syntax.init) ?? Syntax(type.name)) }
            return text + (isBaseline ? Baseline.suffix : "")
        }
        guard type.macro != nil else { return leaveOutDefault(at: type.name) }
        return defaultCase(of: variant, names).map { $0 + Baseline.suffix }
    }

    /// Returns the text of an enum's own `default`, or of its first case.
    private mutating func defaultCase(of type: TypeDeclaration, _ names: [(name: String, text: String)])
        -> String?
    {
        if let declared = names.first(where: { $0.name == "default" }) { return declared.text }
        guard let property = type.property("default", isStatic: true) else { return names.first?.text }
        if let name = property.valueExpression?.memberName,
            let text = names.first(where: { $0.name == name })?.text
        {
            return text
        }
        return leaveOutDefault(at: property)
    }

    private func rawNames(of type: TypeDeclaration) -> [(name: String, text: String)] {
        type.cases.map { ($0.name.plainText, $0.rawText) }
    }

    /// Returns the default text of a two-valued baseline. A handwritten struct may spell its names differently, so that
    /// only its code knows the text.
    mutating func baselineBoolDefault() -> String? {
        if declaresDefault {
            guard let (isBaseline, value) = ownDefault?.baselineCall("isEnabled"),
                let truth = literals.truth(value),
                type.macro != nil
            else { return leaveOutDefault(at: ownDefault.map(Syntax.init) ?? Syntax(type.name)) }
            return (truth ? "true" : "false") + (isBaseline ? Baseline.suffix : "")
        }
        guard type.macro != nil else { return leaveOutDefault(at: type.name) }
        return argumentOfEnabledByDefault().map { ($0 ? "true" : "false") + Baseline.suffix }
    }

    mutating func boolDefault() -> String? {
        if declaresDefault {
            switch ownDefault?.memberName {
            case "enabled": return "true"
            case "disabled": return "false"
            default: break
            }
            guard let truth = literals.truth(ownDefault?.argument("booleanLiteral")) else {
                return leaveOutDefault(at: ownDefault.map(Syntax.init) ?? Syntax(type.name))
            }
            return truth ? "true" : "false"
        }
        if type.macro == nil, !index.conforms(type, to: ["BoolEnumRemoteValue"]) {
            return leaveOutDefault(at: type.name)
        }
        return argumentOfEnabledByDefault().map { $0 ? "true" : "false" }
    }

    private mutating func argumentOfEnabledByDefault() -> Bool? {
        guard let argument = type.macro?.attribute?.argument("enabledByDefault") else { return false }
        guard let truth = literals.truth(argument.expression) else {
            _ = leaveOutDefault(at: argument)
            return nil
        }
        return truth
    }
}

extension ExprSyntax {
    /// Returns the argument `label` of a call.
    func argument(_ label: String) -> ExprSyntax? {
        self.as(FunctionCallExprSyntax.self)?.arguments.first { $0.label?.plainText == label }?.expression
    }

    /// Returns the two arguments of `Self(baseline: true, variant: .b)`.
    fileprivate func baselineCall(_ label: String) -> (isBaseline: Bool, value: ExprSyntax)? {
        guard let isBaseline = argument("baseline")?.booleanLiteral, let value = argument(label) else {
            return nil
        }
        return (isBaseline, value)
    }
}
