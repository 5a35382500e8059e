import ExperimentsCore
import ExperimentsSyntaxReading
import Foundation
import SwiftSyntax

/// Reads the schema of a typed key.
struct TypedKeyReader {
    let call: KeyCall
    let index: TypeIndex
    private let literals: LiteralReader
    private(set) var problems: [ScanProblem] = []

    init(_ call: KeyCall, index: TypeIndex) {
        (self.call, self.index) = (call, index)
        literals = call.literals(in: index)
    }

    /// Returns the key; nil if its name or its type is unknown, which is reported as a problem.
    mutating func key() -> CatalogKey? {
        guard let name = call.name(in: index) else {
            report(
                call.isInKeys && call.anchor.plainText != "Key"
                    ? "the name of key \"\(call.anchor.plainText)\" could not be read; expected a string literal"
                    : "a key is made here, but its name is not a string literal", true)
            return nil
        }
        guard let schema = schema() else {
            report(
                "the type of key \"\(name)\" could not be read; expected a literal, a case or Type.self, or the type in "
                    + "angle brackets, as in Key<Int>", true)
            return nil
        }
        return CatalogKey(
            name: name, title: call.words("title", in: index), group: call.words("group", in: index),
            summary: call.words("summary", in: index), schema: schema)
    }

    private mutating func schema() -> ValueSchema? {
        if let reading = call.argument("optional") {
            return schema(ofReading: reading) ?? schema(ofOptional: call.type?.wrappedType?.namePath)
        }
        if let document = call.argument("json") {
            return ValueSchema(kind: .json, defaultText: documentText(document) ?? leaveOutDefault())
        }
        if let path = call.unlabelled?.metatypePath { return schema(ofType: path, default: nil) }
        if let type = call.type?.namePath { return schema(ofType: type, default: call.argument("default")) }
        if let reading = call.unlabelled, var schema = schema(ofReading: reading) {
            schema.defaultText = text(of: call.argument("default"), schema.kind) ?? leaveOutDefault()
            return schema
        }
        guard let value = call.argument("default") else { return nil }
        return schema(ofDefault: value)
    }

    /// Returns the schema of a type for a key without a default.
    private mutating func schema(ofOptional path: [String]?) -> ValueSchema? {
        guard let path, let type = index.type(path, from: call.scope.types) else { return nil }
        let before = problems
        var schema = schema(of: type, default: nil)
        // A default that cannot be read is not a problem here.
        problems = before
        schema?.defaultText = nil
        return schema
    }

    private mutating func schema(ofDefault value: ExprSyntax) -> ValueSchema? {
        let resolved = literals.resolved(value)
        if let type = resolved.type, let schema = schema(ofType: type, default: value) { return schema }
        if literals.truth(value) != nil { return schema(ofType: ["Bool"], default: value) }
        if literals.text(value) != nil { return schema(ofType: ["String"], default: value) }
        if literals.number(value, as: nil) != nil {
            return schema(ofType: [numberType(of: value)], default: value)
        }
        // `Theme.dark`, `URL(…)!`, `Duration.seconds(90)`.
        let called = resolved.expression.unwrapped.as(FunctionCallExprSyntax.self)?.calledExpression
        guard let path = (called ?? resolved.expression).namePath else { return nil }
        return schema(ofType: path, default: value) ?? schema(ofType: Array(path.dropLast()), default: value)
    }

    /// Returns the type of a number. A range with a decimal point makes a whole literal a double.
    private func numberType(of value: ExprSyntax) -> String {
        let range = call.argument("in").flatMap { literals.numberKind(of: $0) }
        return switch literals.numberKind(of: value) ?? range {
        case .fraction: "Double"
        case .decimal: "Decimal"
        case .whole, nil: "Int"
        }
    }

    private mutating func schema(ofType path: [String], default value: ExprSyntax?) -> ValueSchema? {
        let plain: [String: ValueKind] = ["Bool": .bool, "URL": .url, "Date": .date, "Duration": .duration]
        if let kind = path.last.flatMap({ plain[$0] }) {
            return ValueSchema(kind: kind, defaultText: text(of: value, kind) ?? leaveOutDefault())
        }
        switch path.last {
        case "Int", "Double", "Decimal":
            let kind: ValueKind = path.last == "Int" ? .int : .double
            return ValueSchema(
                kind: kind, range: range(call.argument("in")),
                defaultText: text(of: value, kind, isDecimal: path.last == "Decimal") ?? leaveOutDefault())
        case "String":
            return ValueSchema(
                kind: .string, cases: cases(call.argument("oneOf")),
                defaultText: text(of: value, .string) ?? leaveOutDefault())
        default:
            guard let type = index.type(path, from: call.scope.types) else { return nil }
            return schema(of: type, default: value)
        }
    }

    /// Returns the schema of a type of the app: a remote value, or an enum of texts or whole numbers.
    private mutating func schema(of type: TypeDeclaration, default value: ExprSyntax?) -> ValueSchema? {
        let defaultCase = value.flatMap { literals.resolved($0, as: type.path).expression.memberName }
        let texts = type.cases.map { element in
            let raw = element.rawValue?.value
            let number = raw?.literalNumber.map { NumberText.text(of: $0) }
            return (name: element.name.plainText, text: raw?.textLiteral ?? number ?? element.name.plainText)
        }
        let defaultText = texts.first { $0.name == defaultCase }?.text
        if ValueShape.of(type, in: index) != nil {
            var reader = ValueReader(type: type, index: index)
            // `.default` is defined by the type itself.
            reader.needsDefault = value == nil || defaultCase == "default"
            var schema = reader.schema()
            problems += reader.problems
            if !reader.needsDefault {
                schema?.defaultText =
                    defaultText ?? value.flatMap { baselineText($0, of: type) } ?? leaveOutDefault()
            }
            return schema
        }
        guard type.node.is(EnumDeclSyntax.self), ["String", "Int"].contains(type.node.inheritedNames.first)
        else {
            return nil
        }
        let isListed = index.conforms(type, to: ["CaseIterable"])
        let kind: ValueKind = type.node.hasStringRawType || isListed ? .string : .int
        return ValueSchema(
            kind: kind, cases: isListed ? texts.map(\.text) : [],
            defaultText: defaultText ?? leaveOutDefault())
    }

    /// Returns for example `a_baseline` for `Paywall(baseline: true, variant: .a)`.
    private func baselineText(_ value: ExprSyntax, of type: TypeDeclaration) -> String? {
        let resolved = literals.resolved(value, as: type.path)
        let reader = literals.reader(in: resolved.scope)
        guard let isBaseline = reader.truth(resolved.expression.argument("baseline")) else { return nil }
        let text: String?
        if let variant = resolved.expression.argument("variant") {
            let cases = index.types[(type.path + ["Variant"]).joined(separator: ".")]?.cases ?? []
            let element = cases.first { $0.name.plainText == variant.memberName }
            text = element.map { $0.rawText }
        } else if let truth = reader.truth(resolved.expression.argument("isEnabled")) {
            text = truth ? "true" : "false"
        } else {
            text = reader.text(resolved.expression.argument("text"))
        }
        return text.map { $0 + (isBaseline ? Baseline.suffix : "") }
    }

    /// Returns the schema for example of `.int(in: 1...6)` or `.url`.
    private mutating func schema(ofReading reading: ExprSyntax) -> ValueSchema? {
        let call = reading.as(FunctionCallExprSyntax.self)
        switch (call?.calledExpression ?? reading).memberName {
        case "bool": return ValueSchema(kind: .bool)
        case "int": return ValueSchema(kind: .int, range: range(reading.argument("in")))
        case "double", "decimal": return ValueSchema(kind: .double, range: range(reading.argument("in")))
        case "string": return ValueSchema(kind: .string, cases: cases(reading.argument("oneOf")))
        case "url": return ValueSchema(kind: .url)
        case "date": return ValueSchema(kind: .date)
        case "duration": return ValueSchema(kind: .duration)
        case "json", "jsonText": return ValueSchema(kind: .json)
        default: return nil
        }
    }

    // MARK: Literals

    private func text(of value: ExprSyntax?, _ kind: ValueKind, isDecimal: Bool = false) -> String? {
        switch kind {
        case .bool: literals.truth(value).map { $0 ? "true" : "false" }
        case .int: literals.number(value, as: .whole)?.text
        case .double: literals.number(value, as: isDecimal ? .decimal : .fraction)?.text
        case .string, .json: literals.text(value)
        case .url: literals.address(value)
        case .duration: value.flatMap(durationText)
        case .date: value.flatMap(dateText)
        }
    }

    /// Returns for example `2026-03-01T09:30:00Z` for `Date(timeIntervalSince1970: 1772357400)`.
    private func dateText(of value: ExprSyntax) -> String? {
        let resolved = literals.resolved(value, as: ["Date"])
        guard let seconds = resolved.expression.argument("timeIntervalSince1970"),
            let number = literals.reader(in: resolved.scope).number(seconds, as: .fraction)
        else { return nil }
        return RFC3339.shortestText(of: Date(timeIntervalSince1970: number.double))
    }

    /// Returns for example `90s` for `Duration.seconds(90)`, in the format of a key's default: in the longest unit that
    /// fits.
    private func durationText(of value: ExprSyntax) -> String? {
        let resolved = literals.resolved(value, as: ["Duration"])
        guard let call = resolved.expression.as(FunctionCallExprSyntax.self),
            let argument = call.onlyArgument,
            case .whole(let count)? = literals.reader(in: resolved.scope).number(argument, as: .whole)
        else { return nil }
        switch call.calledExpression.memberName {
        case "seconds": return secondsText(count)
        case "milliseconds":
            let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1000)
            return rest == 0 ? secondsText(seconds) : (seconds == 0 ? "" : "\(seconds)s") + "\(rest)ms"
        default: return nil
        }
    }

    private func secondsText(_ count: Int) -> String {
        for (unit, length) in [("d", 86400), ("h", 3600), ("m", 60)] where count != 0 && count % length == 0 {
            return "\(count / length)\(unit)"
        }
        return "\(count)s"
    }

    private mutating func range(_ expression: ExprSyntax?) -> ClosedRange<Double>? {
        guard let expression else { return nil }
        guard let (lower, upper) = literals.bounds(expression), lower <= upper else {
            report(
                "the range of key \"\(call.name(in: index) ?? "")\" cannot be read and is ignored; expected two literals"
            )
            return nil
        }
        return lower...upper
    }

    private mutating func cases(_ expression: ExprSyntax?) -> [String] {
        guard let expression else { return [] }
        guard let texts = literals.texts(expression) else {
            report(
                "the cases of key \"\(call.name(in: index) ?? "")\" cannot be read and are ignored; expected literals"
            )
            return []
        }
        return texts
    }

    /// Returns the document of for example `Banner()`, if all its properties have literals as initial values.
    private func documentText(_ value: ExprSyntax) -> String? {
        guard let call = value.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            let path = call.calledExpression.namePath,
            let type = index.type(path, from: self.call.scope.types)
        else { return nil }
        return type.initialDocument(in: index)
    }

    private mutating func leaveOutDefault() -> String? {
        report("the default of key \"\(call.name(in: index) ?? "")\" cannot be read and is ignored")
        return nil
    }

    private mutating func report(_ message: String, _ isKeyLost: Bool = false) {
        problems.append(
            ScanProblem(place: call.file.place(of: call.anchor), message: message, isKeyLost: isKeyLost))
    }
}

extension FunctionCallExprSyntax {
    fileprivate var onlyArgument: ExprSyntax? { arguments.count == 1 ? arguments.first?.expression : nil }
}
