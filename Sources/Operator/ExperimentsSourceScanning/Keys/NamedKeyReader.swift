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
        var defaultPlace: SourcePlace?
    }

    private let index: TypeIndex
    private let options: ScanOptions
    private var findings: [String: Finding] = [:]
    private var names: [String] = []
    /// The types whose cases, or static properties, are keys.
    private var lists: [TypeKey] = []
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
        for reading in index.readings where isRead(reading) { note(reading) }
        for list in lists { note(list) }
        for name in names {
            guard let finding = findings[name], finding.kind == nil, finding.defaultKind == nil else {
                continue
            }
            report(
                "the type of key \"\(name)\" could not be read; string is used", at: finding.place,
                isKeyLost: false)
        }
    }

    /// The keys, each with its first place in the code.
    var keys: [(key: CatalogKey, place: SourcePlace)] {
        names.compactMap { name in
            findings[name].map { finding in
                let kind = finding.kind ?? finding.defaultKind ?? .string
                let schema = ValueSchema(kind: kind)
                let text = finding.defaultText.flatMap { (try? schema.check($0)) != nil ? $0 : nil }
                return (
                    CatalogKey(name: name, schema: ValueSchema(kind: kind, defaultText: text)), finding.place
                )
            }
        }
    }

    private mutating func note(_ reading: KeyReading) {
        let place = reading.file.place(of: reading.name)
        if case .file(let name) = reading.purpose { return note(file: name, at: place) }
        guard let name = name(reading.name, in: reading.scope) ?? listed(reading) else {
            if !isExplained(reading) { report(message(for: reading), at: place) }
            return
        }
        note(name, at: place)
        if let kind = reading.kind { note(kind, of: name, at: place) }
        guard let value = reading.defaultValue?.withoutCast else { return }
        note(defaultOf: name, value, in: reading.scope, at: place)
    }

    private mutating func note(
        defaultOf name: String, _ value: ExprSyntax, in scope: LexicalScope, at place: SourcePlace
    ) {
        let literals = LiteralReader(index: index, scope: scope)
        guard let kind = literals.kind(of: value) else { return }
        note(literals.defaultText(value, as: kind), as: kind, defaultOf: name, at: place)
    }

    private mutating func note(
        _ text: String?, as kind: ValueKind, defaultOf name: String, at place: SourcePlace
    ) {
        guard var finding = findings[name] else { return }
        finding.defaultKind = finding.defaultKind ?? kind
        if let known = finding.defaultText, let first = finding.defaultPlace {
            if let text, !ValueSchema(kind: kind).areSame(text, known) {
                report(
                    "key \"\(name)\" has the default \(Quotation.of(text)) here, and \(Quotation.of(known)) at \(first); "
                        + "\(Quotation.of(known)) is used",
                    at: place, isKeyLost: false)
            }
        } else {
            finding.defaultText = text
            finding.defaultPlace = place
        }
        findings[name] = finding
    }

    /// Notes the defaults of a property list that lies beside the source.
    private mutating func note(file name: String, at place: SourcePlace) {
        guard let keys = options.defaults(name, place.path) else {
            return report(
                "the file of defaults \(name) was not found beside the sources", at: place, isKeyLost: false)
        }
        for key in keys {
            note(key.name, at: place)
            note(key.schema.defaultText, as: key.schema.kind, defaultOf: key.name, at: place)
        }
    }

    // MARK: - Lists of keys

    /// Whether a place reads a key: a subscript does so only for Firebase's client.
    private func isRead(_ reading: KeyReading) -> Bool {
        guard let receiver = reading.receiver else { return true }
        guard let type = index.resolver.type(of: receiver.expression)?.unwrapped else {
            return receiver.isLikely
        }
        return type == .library("RemoteConfig")
    }

    /// Returns the name that a case, a static property or a local constant stands for.
    private mutating func listed(_ reading: KeyReading) -> String? {
        guard let found = KeyNameLookup(index: index).found(reading.name) else { return nil }
        if let list = found.list, !lists.contains(list), case .read = reading.purpose { lists.append(list) }
        return found.text
    }

    /// Notes all keys of a list, with the defaults that it declares.
    private mutating func note(_ list: TypeKey) {
        let declaration = index.types[list.path]
        let defaults = ["defaultValue", "default"].lazy
            .compactMap { declaration?.property($0, isStatic: false).flatMap(CaseExpressions.init) }.first
        let members = KeyNameLookup(index: index).members(of: list)
        // Keys that nothing reads have the type of the others, if these have only one.
        let kinds = Set(members.compactMap { findings[$0.found.text]?.kind })
        for (found, member) in members {
            guard let place = index.place(of: member.node, in: member.file) else { continue }
            note(found.text, at: place)
            guard let value = defaults?[member.name]?.withoutCast else {
                if kinds.count == 1, findings[found.text]?.kind == nil {
                    findings[found.text]?.kind = kinds.first
                }
                continue
            }
            let scope = LexicalScope(
                types: list.path.split(separator: ".").map(String.init), file: member.file)
            note(defaultOf: found.text, value, in: scope, at: place)
        }
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
            ["Key", "Self", "init"].contains(
                call.calledExpression.memberName ?? call.calledExpression.namePath?.last)
        else { return nil }
        return reader.text(argument.expression)
    }

    /// Returns whether the name comes from an enum of keys, or from the caller of a function that is known to read
    /// keys.
    private func isExplained(_ reading: KeyReading) -> Bool {
        let enums = options.enums.map(\.path)
        let types = reading.scope.types
        if options.readers.contains(where: {
            types.contains($0.name) || $0.name == "init" && types.last == $0.type
        }) {
            return true
        }
        if options.readers.contains(where: { $0.name == "subscript" }), reading.name.isInSubscript {
            return true
        }
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
            return message
                + "; if it is a case of \(type.qualifiedName), pass --enum \(type.qualifiedName):TYPE"
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
    /// Whether it is in the body of a subscript.
    fileprivate var isInSubscript: Bool {
        var node = Syntax(self)
        while let parent = node.parent, !parent.is(FunctionDeclSyntax.self) {
            if parent.is(SubscriptDeclSyntax.self) { return true }
            node = parent
        }
        return false
    }

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
