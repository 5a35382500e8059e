import ExperimentsCore
import ExperimentsProject
import ExperimentsSyntaxReading
import SwiftSyntax

/// A place that reads a key by its name, or gives it a default: a call of Firebase's SDK, or of a function of the app.
struct KeyReading {
    /// The kind of the place.
    enum Purpose {
        /// The key is read.
        case read
        /// The key gets a default.
        case setDefault
        /// The defaults of a file are used. The file is not read.
        case file(String)
    }

    let purpose: Purpose
    /// The expression for the name.
    let name: ExprSyntax
    /// The type of the value, if the place shows it.
    let kind: ValueKind?
    /// The default at the place.
    let defaultValue: ExprSyntax?
    let file: ScannedFile
    let scope: LexicalScope
    /// The object whose subscript is called. The place counts only if it is Firebase's client.
    var receiver: Receiver?

    struct Receiver {
        let expression: ExprSyntax
        /// Whether its name, or the code around it, shows already what it is.
        let isLikely: Bool
    }
}

/// Finds the places of a file that read keys by name.
final class ReadingFinder: ScopedVisitor {
    private let options: ScanOptions
    private let importsFirebase: Bool
    private(set) var readings: [KeyReading] = []

    /// Returns texts, at least one of which is in every file that reads a key by name.
    static func words(_ options: ScanOptions) -> [String] {
        [
            "configValue(", "RemoteConfigProperty", "setDefaults(", "RemoteConfig", "decodedValue(",
            "boolValue",
            "stringValue",
        ]
            + options.readerWords
    }

    init(_ file: ScannedFile, _ options: ScanOptions, in tree: SourceFileSyntax) {
        self.options = options
        importsFirebase = tree.statements.contains { item in
            guard case .decl(let declaration) = item.item else { return false }
            return declaration.as(ImportDeclSyntax.self)?.path.first?.name.text.hasPrefix("Firebase") == true
        }
        super.init(file)
    }

    private func add(
        _ name: ExprSyntax, _ kind: ValueKind?, _ purpose: KeyReading.Purpose = .read,
        default value: ExprSyntax? = nil, of receiver: KeyReading.Receiver? = nil
    ) {
        readings.append(
            KeyReading(
                purpose: purpose, name: name, kind: kind, defaultValue: value, file: file, scope: scope,
                receiver: receiver))
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let (base, function) = node.calledExpression.calledFunction, let first = node.arguments.first
        else {
            return .visitChildren
        }
        switch (function, first.label?.plainText) {
        case ("configValue", "forKey"), ("configValue", "for"):
            add(first.expression, Syntax(node).accessedKind)
        case ("decodedValue", "for") where importsFirebase: add(first.expression, .json)
        case ("setDefaults", nil): addDefaults(first.expression)
        case ("setDefaults", "fromPlist"), ("setDefaults", "fromFile"):
            add(first.expression, nil, .file(first.expression.textLiteral ?? "a file"))
        default:
            let labels = node.arguments.map { $0.label?.plainText ?? "_" }
            if let reader = options.readers.first(where: { $0.isCalled(function, labels, on: base) }) {
                add(
                    first.expression, reader.kind ?? Syntax(node).accessedKind,
                    default: node.arguments.fallback)
            }
        }
        return .visitChildren
    }

    override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let argument = node.arguments.first else { return .visitChildren }
        let labels = node.arguments.map { $0.label?.plainText ?? "_" }
        if let reader = options.readers.first(where: { $0.name == "subscript" && $0.labels == labels }) {
            add(argument.expression, reader.kind ?? Syntax(node).accessedKind)
            return .visitChildren
        }
        guard labels == ["_"], !node.isTarget else { return .visitChildren }
        let called = node.calledExpression.trimmedDescription
        let isClient = called.hasSuffix(".remoteConfig()")
        let isNamed = called.lowercased().hasSuffix("config")
        let kind = Syntax(node).accessedKind ?? Syntax(node).kindOfVariable
        // Libraries for JSON have the same subscripts and accessors.
        guard isClient || kind != nil || isNamed && importsFirebase else { return .visitChildren }
        let isLikely = isClient || importsFirebase && isNamed
        add(argument.expression, kind, of: .init(expression: node.calledExpression, isLikely: isLikely))
        return .visitChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let binding = node.parent?.parent?.as(VariableDeclSyntax.self)?.bindings.first
        guard node.attributeName.lastName == "RemoteConfigProperty",
            let name = node.argument("key")?.expression
        else {
            addWrapper(node, binding)
            return .visitChildren
        }
        let kind: ValueKind? =
            switch binding?.typeAnnotation?.type.namePath?.last {
            case "Bool": .bool
            case "Int": .int
            case "Double", "Float": .double
            case "String": .string
            case nil: nil
            default: .json
            }
        add(name, kind, default: node.argument("fallback")?.expression)
        return .visitChildren
    }

    /// Adds a property wrapper of the app: `@FeatureFlag("new_tabs") var hasNewTabs`.
    private func addWrapper(_ node: AttributeSyntax, _ binding: PatternBindingSyntax?) {
        guard let list = node.arguments?.as(LabeledExprListSyntax.self), let first = list.first else {
            return
        }
        let labels = list.map { $0.label?.plainText ?? "_" }
        let name = node.attributeName.lastName
        let reader = options.readers.first { reader in
            reader.accepts(labels)
                && (reader.name == name
                    || reader.name == "init" && reader.type?.split(scalar: ".").last ?? "" == name)
        }
        guard let reader else { return }
        let annotated: ValueKind? =
            switch binding?.typeAnnotation?.type.namePath?.last {
            case "Bool": .bool
            case "Int": .int
            case "Double": .double
            case "String": .string
            default: nil
            }
        add(first.expression, reader.kind ?? annotated, default: list.fallback)
    }

    /// Adds the members of a literal, also if a type follows it: `["a": true as NSObject] as [String: NSObject]`.
    private func addDefaults(_ expression: ExprSyntax) {
        guard
            let elements = expression.withoutCast.as(DictionaryExprSyntax.self)?.content.as(
                DictionaryElementListSyntax.self)
        else {
            if !expression.is(NilLiteralExprSyntax.self), expression.namePath != nil {
                add(expression, nil, .setDefault)
            }
            return
        }
        for element in elements { add(element.key, nil, .setDefault, default: element.value) }
    }
}

extension ProjectCodeReader {
    /// Whether a call is one of the function, whose last arguments may have defaults.
    fileprivate func isCalled(_ name: String, _ labels: [String], on base: ExprSyntax?) -> Bool {
        if self.name == "init", type?.split(scalar: ".").last ?? "" == name { return accepts(labels) }
        guard name == self.name, accepts(labels) else { return false }
        guard let type, let path = base?.namePath, let first = path.first, first.first?.isUppercase == true
        else {
            return true
        }
        return path.joined(separator: ".").hasPrefix(type)
    }

    /// Whether a call with some labels is one of the function, whose last arguments may have defaults.
    fileprivate func accepts(_ labels: [String]) -> Bool {
        labels.first == self.labels.first && labels.count <= self.labels.count
    }
}

extension LabeledExprListSyntax {
    /// The value for a missing key: `default`, `defaultValue` or `fallback`.
    fileprivate var fallback: ExprSyntax? {
        dropFirst().first { ["default", "defaultValue", "fallback"].contains($0.label?.plainText) }?
            .expression
    }
}

extension SubscriptCallExprSyntax {
    /// Whether it is what an assignment changes.
    fileprivate var isTarget: Bool {
        guard let elements = parent?.as(ExprListSyntax.self), elements.count > 1 else { return false }
        let terms = Array(elements)
        return terms[1].is(AssignmentExprSyntax.self) && terms[0].id == ExprSyntax(self).id
    }
}

extension ExprSyntax {
    /// The called function, and the expression before its dot.
    fileprivate var calledFunction: (base: ExprSyntax?, name: String)? {
        if let name = self.as(DeclReferenceExprSyntax.self) { return (nil, name.baseName.plainText) }
        guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
        return (member.base, member.declName.baseName.plainText)
    }

    /// The expression without a type behind it: `true` of `true as NSObject`, and of `NSNumber(value: true)`.
    var withoutCast: ExprSyntax {
        if let cast = self.as(AsExprSyntax.self) { return cast.expression.withoutCast }
        if let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3, let first = terms.first,
            terms.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
        {
            return first.withoutCast
        }
        if let call = self.as(FunctionCallExprSyntax.self),
            ["NSNumber", "NSString"].contains(call.calledExpression.trimmedDescription),
            call.arguments.count == 1, let argument = call.arguments.first
        {
            return argument.expression.withoutCast
        }
        return withoutParentheses
    }
}

extension Syntax {
    /// The type of a value that a constant holds, by the properties of the constant that code reads.
    fileprivate var kindOfVariable: ValueKind? {
        guard let binding = parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name?.plainText,
            let list = binding.parent?.parent?.parent?.parent
        else { return nil }
        for member in list.nodes(of: MemberAccessExprSyntax.self) {
            guard let base = member.base, base.namePath == [name] || base.namePath == ["self", name] else {
                continue
            }
            if let kind = Syntax(base).accessedKind { return kind }
        }
        return nil
    }

    /// The type of a value of Firebase, by the properties that follow it: `numberValue.intValue`.
    fileprivate var accessedKind: ValueKind? {
        var names: [String] = []
        var node = self
        while let parent = node.parent {
            if let member = parent.as(MemberAccessExprSyntax.self), member.base.map({ Syntax($0) }) == node {
                names.append(member.declName.baseName.plainText)
            } else if !parent.is(OptionalChainingExprSyntax.self), !parent.is(ForceUnwrapExprSyntax.self) {
                break
            }
            node = parent
        }
        switch names.first {
        case "boolValue": return .bool
        case "stringValue": return .string
        case "jsonValue", "dataValue", "decoded": return .json
        case "numberValue":
            return ["intValue", "integerValue", "int64Value", "int32Value", "uintValue"].contains(
                names.dropFirst().first)
                ? .int : .double
        case "doubleValue", "floatValue": return .double
        case "intValue": return .int
        default: return nil
        }
    }
}
