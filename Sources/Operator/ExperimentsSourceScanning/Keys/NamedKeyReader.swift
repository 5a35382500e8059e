import ExperimentsCore
import ExperimentsProject
import ExperimentsSyntaxReading
import SwiftSyntax

/// Reads keys from names that code passes to Firebase's SDK, or to functions of the app.
struct NamedKeyReader {
    /// The facts about a key.
    private struct Finding {
        let place: SourcePlace
        var kind: ValueKind?
        var kindPlace: SourcePlace?
        var defaultText: String?
        var defaultKind: ValueKind?
    }

    private let index: TypeIndex
    private let options: ScanOptions
    private var findings: [String: Finding] = [:]
    private var names: [String] = []
    private(set) var problems: [ScanProblem] = []
    private static let firebaseKey = ["RemoteConfig", "Key"]

    init(_ index: TypeIndex, _ options: ScanOptions) {
        (self.index, self.options) = (index, options)
        for key in index.firebaseKeys {
            let scope = LexicalScope(types: Self.firebaseKey, file: key.file.path)
            let place = key.file.place(of: key.property)
            if let name = name(key.value, in: scope) {
                note(name, at: place)
            } else {
                report(
                    "the name of key \"\(key.property.plainText)\" could not be read; expected a string literal",
                    at: place)
            }
        }
        for reading in index.readings { note(reading) }
        for name in names {
            guard let finding = findings[name], finding.kind == nil, finding.defaultKind == nil else { continue }
            report("the type of key \"\(name)\" could not be read; string is used", at: finding.place, isKeyLost: false)
        }
    }

    /// The keys, each with its first place in the code.
    var keys: [(key: CatalogKey, place: SourcePlace)] {
        names.compactMap { name in
            findings[name].map { finding in
                let kind = finding.kind ?? finding.defaultKind ?? .string
                let schema = ValueSchema(kind: kind)
                let text = finding.defaultText.flatMap { (try? schema.check($0)) != nil ? $0 : nil }
                return (CatalogKey(name: name, schema: ValueSchema(kind: kind, defaultText: text)), finding.place)
            }
        }
    }

    private mutating func note(_ reading: KeyReading) {
        let place = reading.file.place(of: reading.name)
        if case .file(let name) = reading.purpose {
            return report("the defaults of \(name) are not read here", at: place, isKeyLost: false)
        }
        guard let name = name(reading.name, in: reading.scope) else {
            if !isExplained(reading) { report(message(for: reading), at: place) }
            return
        }
        note(name, at: place)
        if let kind = reading.kind { note(kind, of: name, at: place) }
        guard let value = reading.defaultValue?.withoutCast else { return }
        let literals = LiteralReader(index: index, scope: reading.scope)
        let kind = literals.kind(of: value)
        guard var finding = findings[name] else { return }
        finding.defaultKind = finding.defaultKind ?? kind
        if let kind, finding.defaultText == nil { finding.defaultText = literals.defaultText(value, as: kind) }
        findings[name] = finding
    }

    private mutating func note(_ name: String, at place: SourcePlace) {
        guard findings[name] == nil else { return }
        findings[name] = Finding(place: place)
        names.append(name)
    }

    private mutating func note(_ kind: ValueKind, of name: String, at place: SourcePlace) {
        guard let known = findings[name]?.kind, let knownPlace = findings[name]?.kindPlace else {
            findings[name]?.kind = kind
            findings[name]?.kindPlace = place
            return
        }
        guard known != kind else { return }
        report(
            "key \"\(name)\" is read as \(kind.rawValue) here, and as \(known.rawValue) at \(knownPlace); "
                + "\(known.rawValue) is used",
            at: place, isKeyLost: false)
    }

    /// Returns the name that an expression evaluates to; nil if it is only known at run time.
    private func name(_ expression: ExprSyntax, in scope: LexicalScope) -> String? {
        let literals = LiteralReader(index: index, scope: scope)
        let found = literals.resolved(expression, as: Self.firebaseKey)
        let reader = literals.reader(in: found.scope)
        if let text = reader.text(found.expression) { return text }
        // `Self(rawValue: "a")`
        guard let call = found.expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let argument = call.arguments.first,
            [nil, "rawValue", "stringLiteral"].contains(argument.label?.plainText),
            ["Key", "Self", "init"].contains(call.calledExpression.memberName ?? call.calledExpression.namePath?.last)
        else { return nil }
        return reader.text(argument.expression)
    }

    /// Returns whether the name comes from an enum of keys, or from the caller of a function that is known to read
    /// keys.
    private func isExplained(_ reading: KeyReading) -> Bool {
        let enums = options.enums.map(\.path)
        if enums.contains(where: { reading.scope.types.suffix($0.count) == $0[...] }) { return true }
        if let function = reading.name.enclosingFunction,
            options.readers.contains(where: { $0.name == function.name.text })
        {
            return true
        }
        var path = reading.name.namePath ?? reading.name.memberName.map { [$0] } ?? []
        if path.last == "rawValue" { path.removeLast() }
        return enums.contains { name in
            index.type(name, from: [])?.cases.contains { $0.name.plainText == path.last } ?? false
        }
    }

    private func message(for reading: KeyReading) -> String {
        let message =
            if case .setDefault = reading.purpose {
                "a key gets a default here, but its name is not a string literal"
            } else {
                "a key is read here, but its name is not a string literal"
            }
        let base = reading.name.namePath?.first ?? ""
        if let function = reading.name.enclosingFunction, reading.name.isShadowed(base) {
            return message
                + "; if the name is an argument of \(function.fullName), add that to `code: {readers: …}` in "
                + "the project file"
        }
        if let type = index.type(reading.scope.types, from: []), type.node.hasStringRawType {
            return message + "; if it is a case of \(type.qualifiedName), pass --enum \(type.qualifiedName):TYPE"
        }
        return message
    }

    private mutating func report(_ message: String, at place: SourcePlace, isKeyLost: Bool = true) {
        problems.append(ScanProblem(place: place, message: message, isKeyLost: isKeyLost))
    }
}

extension LiteralReader {
    /// Returns the type of a literal; nil for any other expression.
    fileprivate func kind(of value: ExprSyntax) -> ValueKind? {
        if truth(value) != nil { return .bool }
        if text(value) != nil { return .string }
        guard number(value, as: nil) != nil else { return nil }
        return numberKind(of: value) ?? .whole == .whole ? .int : .double
    }

    /// Returns the text of a default of some type; nil if it cannot be read.
    func defaultText(_ value: ExprSyntax, as kind: ValueKind) -> String? {
        switch kind {
        case .bool: truth(value).map { $0 ? "true" : "false" }
        case .int: number(value, as: .whole)?.text
        case .double: number(value, as: .fraction)?.text
        case .url: address(value) ?? text(value)
        case .string, .json, .duration, .date: text(value)
        }
    }
}

extension ExprSyntax {
    /// The function around an expression.
    fileprivate var enclosingFunction: FunctionDeclSyntax? {
        var node = Syntax(self)
        while let parent = node.parent {
            if let function = parent.as(FunctionDeclSyntax.self) { return function }
            node = parent
        }
        return nil
    }
}

extension FunctionDeclSyntax {
    /// `isEnabled(_:)`.
    fileprivate var fullName: String {
        name.text + "(" + signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined() + ")"
    }
}
