import ExperimentsCore
import SwiftSyntax
import SyntaxReading

extension ValueReader {
    mutating func stringSchema() -> ValueSchema {
        guard type.node.is(EnumDeclSyntax.self), type.node.hasStringRawType else {
            return ValueSchema(kind: .string, defaultText: leaveOutDefault(at: type.name))
        }
        let names = rawNames(of: type)
        return ValueSchema(kind: .string, cases: names.map(\.text), defaultText: defaultCase(of: type, names))
    }

    mutating func baselineStringSchema() -> ValueSchema {
        guard let variant = index.type(type.path + ["Variant"], from: []) else {
            return ValueSchema(
                kind: .string, defaultText: leaveOutDefault(at: type.name), understandsBaseline: true)
        }
        let names = rawNames(of: variant)
        return ValueSchema(
            kind: .string, cases: names.map(\.text), defaultText: baselineStringDefault(variant, names),
            understandsBaseline: true)
    }

    /// The variant's default as a baseline, or the struct's own.
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

    /// The text of an enum's own `default`, or of its first case.
    private mutating func defaultCase(
        of type: TypeDeclaration, _ names: [(name: String, text: String)]
    ) -> String? {
        if let declared = names.first(where: { $0.name == "default" }) { return declared.text }
        guard let property = type.property("default", isStatic: true) else { return names.first?.text }
        if let name = property.valueExpression?.memberName, let text = names.first(where: { $0.name == name })?.text {
            return text
        }
        return leaveOutDefault(at: property)
    }

    private func rawNames(of type: TypeDeclaration) -> [(name: String, text: String)] {
        type.cases.map { element in
            let name = element.name.plainText
            return (name, element.rawValue?.value.textLiteral ?? name)
        }
    }

    /// A struct written by hand may well spell its name otherwise; what its default's text is only its code knows.
    mutating func baselineBoolDefault() -> String? {
        if declaresDefault {
            guard let (isBaseline, value) = ownDefault?.baselineCall("isEnabled"), let truth = literals.truth(value),
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
    /// The argument `label` of a call.
    func argument(_ label: String) -> ExprSyntax? {
        self.as(FunctionCallExprSyntax.self)?.arguments.first { $0.label?.plainText == label }?.expression
    }

    /// The two arguments of `Self(baseline: true, variant: .b)`.
    fileprivate func baselineCall(_ label: String) -> (isBaseline: Bool, value: ExprSyntax)? {
        guard let isBaseline = argument("baseline")?.booleanLiteral, let value = argument(label) else { return nil }
        return (isBaseline, value)
    }
}
