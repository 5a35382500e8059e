import ExperimentsCore
import SwiftSyntax
import SyntaxReading

/// Reads off a typed key what it accepts.
struct TypedKeyReader {
    let call: KeyCall
    let index: TypeIndex
    private(set) var problems: [ScanProblem] = []

    init(_ call: KeyCall, index: TypeIndex) {
        (self.call, self.index) = (call, index)
    }

    /// The key, or nil where its name or its type cannot be told, which is then a problem.
    mutating func key() -> CatalogKey? {
        guard let name = call.name else {
            report(
                call.isInKeys
                    ? "the name of key '\(call.anchor.plainText)' could not be read; expected a string literal"
                    : "a key is made here, but its name is not a string literal", true)
            return nil
        }
        guard let schema = schema() else {
            report(
                "the type of key '\(name)' could not be read; expected a literal, a case or Type.self, or the type in "
                    + "angle brackets, as in Key<Int>", true)
            return nil
        }
        return CatalogKey(
            name: name, title: call.words("title"), group: call.words("group"), summary: call.words("summary"),
            schema: schema)
    }

    private mutating func schema() -> ValueSchema? {
        if let reading = call.argument("optional") { return schema(ofReading: reading) }
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

    private mutating func schema(ofDefault value: ExprSyntax) -> ValueSchema? {
        if value.booleanLiteral != nil { return schema(ofType: ["Bool"], default: value) }
        if value.textLiteral != nil { return schema(ofType: ["String"], default: value) }
        if NumberLiteral.value(of: value) != nil {
            let isWhole = value.isWholeLiteral && call.argument("in")?.isFractional != true
            return schema(ofType: [isWhole ? "Int" : "Double"], default: value)
        }
        // `Theme.dark`, `URL(…)!`, `Duration.seconds(90)`.
        let called = value.unwrapped.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
        guard let path = called.namePath else { return nil }
        return schema(ofType: path, default: value) ?? schema(ofType: Array(path.dropLast()), default: value)
    }

    private mutating func schema(ofType path: [String], default value: ExprSyntax?) -> ValueSchema? {
        switch path.last {
        case "Bool":
            return ValueSchema(kind: .bool, defaultText: text(of: value, .bool) ?? leaveOutDefault())
        case "Int", "Double", "Decimal":
            let kind: ValueKind = path.last == "Int" ? .int : .double
            return ValueSchema(
                kind: kind, range: range(call.argument("in")), defaultText: text(of: value, kind) ?? leaveOutDefault())
        case "String":
            return ValueSchema(
                kind: .string, cases: cases(call.argument("oneOf")),
                defaultText: text(of: value, .string) ?? leaveOutDefault())
        case "URL":
            return ValueSchema(kind: .url, defaultText: text(of: value, .url) ?? leaveOutDefault())
        case "Date":
            return ValueSchema(kind: .date, defaultText: leaveOutDefault())
        case "Duration":
            return ValueSchema(kind: .duration, defaultText: text(of: value, .duration) ?? leaveOutDefault())
        default:
            guard let type = index.type(path, from: ["Keys"]) else { return nil }
            return schema(of: type, default: value)
        }
    }

    /// A type of the app: a remote value, or an enum of texts or whole numbers.
    private mutating func schema(of type: TypeDeclaration, default value: ExprSyntax?) -> ValueSchema? {
        let defaultCase = value?.memberName
        let texts = type.cases.map { element in
            let raw = element.rawValue?.value
            let number = raw.flatMap { NumberLiteral.value(of: $0) }.map { NumberText.text(of: $0) }
            return (name: element.name.plainText, text: raw?.textLiteral ?? number ?? element.name.plainText)
        }
        let defaultText = texts.first { $0.name == defaultCase }?.text
        if ValueShape.of(type, in: index) != nil {
            var reader = ValueReader(type: type, index: index)
            var schema = reader.schema()
            problems += reader.problems
            // `.default` is what the type says of itself.
            if value != nil, defaultCase != "default" { schema?.defaultText = defaultText ?? leaveOutDefault() }
            return schema
        }
        guard type.node.is(EnumDeclSyntax.self), ["String", "Int"].contains(type.node.inheritedNames.first) else {
            return nil
        }
        let isListed = index.conforms(type, to: ["CaseIterable"])
        let kind: ValueKind = type.node.hasStringRawType || isListed ? .string : .int
        return ValueSchema(
            kind: kind, cases: isListed ? texts.map(\.text) : [], defaultText: defaultText ?? leaveOutDefault())
    }

    /// `.int(in: 1...6)`, `.url`.
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
        default: return nil
        }
    }

    // MARK: Literals

    private func text(of value: ExprSyntax?, _ kind: ValueKind) -> String? {
        guard let value else { return nil }
        return switch kind {
        case .bool: value.booleanLiteral.map { $0 ? "true" : "false" }
        case .int, .double: NumberLiteral.value(of: value).map { NumberText.text(of: $0) }
        case .string, .json: value.textLiteral
        case .url: value.unwrapped.as(FunctionCallExprSyntax.self)?.onlyArgument?.textLiteral
        case .duration: durationText(of: value)
        case .date: nil
        }
    }

    /// `90s` of `Duration.seconds(90)`.
    private func durationText(of value: ExprSyntax) -> String? {
        guard let call = value.as(FunctionCallExprSyntax.self), let count = call.onlyArgument,
            count.isWholeLiteral, let number = NumberLiteral.value(of: count)
        else { return nil }
        switch call.calledExpression.memberName {
        case "seconds": return NumberText.text(of: number) + "s"
        case "milliseconds": return NumberText.text(of: number) + "ms"
        default: return nil
        }
    }

    private mutating func range(_ expression: ExprSyntax?) -> ClosedRange<Double>? {
        guard let expression else { return nil }
        guard let (lower, upper) = NumberLiteral.bounds(of: expression), lower <= upper else {
            report("the range of key '\(call.name ?? "")' could not be read, and is left out; expected two literals")
            return nil
        }
        return lower...upper
    }

    private mutating func cases(_ expression: ExprSyntax?) -> [String] {
        guard let expression else { return [] }
        let texts = expression.as(ArrayExprSyntax.self)?.elements.map(\.expression.textLiteral) ?? [nil]
        guard !texts.contains(nil) else {
            report("the cases of key '\(call.name ?? "")' could not be read, and are left out; expected literals")
            return []
        }
        return texts.compactMap { $0 }
    }

    /// The document of `Banner()`, where all its properties begin with literals.
    private func documentText(_ value: ExprSyntax) -> String? {
        guard let call = value.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            let path = call.calledExpression.namePath, let type = index.type(path, from: ["Keys"])
        else { return nil }
        return type.initialDocument
    }

    private mutating func leaveOutDefault() -> String? {
        report("the default of key '\(call.name ?? "")' could not be read, and is left out")
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

extension ExprSyntax {
    /// The expression without an exclamation mark behind it.
    fileprivate var unwrapped: ExprSyntax { self.as(ForceUnwrapExprSyntax.self)?.expression ?? self }

    /// Whether a number is written without a point.
    fileprivate var isWholeLiteral: Bool {
        if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.expression.isWholeLiteral }
        return self.is(IntegerLiteralExprSyntax.self)
    }

    /// Whether a number in it is written with a point.
    fileprivate var isFractional: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            if case .floatLiteral = $0.tokenKind { true } else { false }
        }
    }
}
