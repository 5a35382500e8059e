import ExperimentsSyntaxReading
import SwiftSyntax

/// A call that creates a key: `Key("columns", default: 3).described(title: "Columns")`.
struct KeyCall {
    /// The name of the property with the key, or `Key` if it is created elsewhere.
    let anchor: TokenSyntax
    /// Whether the key is declared in an extension of `Keys`, and so can be named with a dot.
    let isInKeys: Bool
    let file: ScannedFile
    /// The place of the call.
    let scope: LexicalScope
    /// The type in angle brackets, or of the annotation; nil if the compiler infers it.
    let type: TypeSyntax?
    /// The arguments of `Key(…)`.
    let arguments: LabeledExprListSyntax
    /// The arguments of each `described(…)` after it, in order.
    let descriptions: [LabeledExprListSyntax]
    /// The deprecation message of the declaration, if it is deprecated.
    let deprecation: String?

    /// Reads a call; nil if it does not create a key of this library.
    ///
    /// - Parameters:
    ///   - types: the names of the enclosing types.
    ///   - anchor: the place of the declaration, if it is elsewhere.
    init?(
        _ call: FunctionCallExprSyntax, isInKeys: Bool, types: [String], anchor: TokenSyntax? = nil,
        in file: ScannedFile
    ) {
        let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self)
        let callee = generic?.expression ?? call.calledExpression
        guard let path = callee.namePath, [["Key"], ["Keys", "Key"], ["Experiments", "Key"]].contains(path)
        else {
            return nil
        }
        arguments = call.arguments
        self.isInKeys = isInKeys
        self.file = file
        scope = LexicalScope(types: types, file: file.path)
        // Other libraries have types with that name. The arguments after the name of the key tell them apart.
        let labels: Set = ["default", "json", "optional"]
        let isTold = arguments.contains { $0.label.map { labels.contains($0.plainText) } ?? false }
        let hasType =
            arguments.dropFirst().first.map { $0.label == nil && $0.expression.metatypePath != nil } ?? false
        guard isInKeys || isTold || hasType else { return nil }
        var descriptions: [LabeledExprListSyntax] = []
        // Modifiers after the call are nodes around it.
        var whole = Syntax(call)
        while let member = whole.parent?.as(MemberAccessExprSyntax.self),
            member.base.map(Syntax.init) == whole
        {
            whole = Syntax(member)
            guard let outer = member.parent?.as(FunctionCallExprSyntax.self),
                Syntax(outer.calledExpression) == whole
            else { continue }
            if member.declName.baseName.plainText == "described" { descriptions.append(outer.arguments) }
            whole = Syntax(outer)
        }
        self.descriptions = descriptions
        deprecation = whole.deprecation
        let (name, type) = whole.declaration
        self.anchor =
            anchor ?? name ?? callee.lastToken(viewMode: .sourceAccurate) ?? call.calledExpression.firstToken
        self.type = generic?.genericArgumentClause.onlyType ?? type?.keyType
    }

    /// The second argument, if it has no label: a type or a reading.
    var unlabelled: ExprSyntax? {
        arguments.dropFirst().first.flatMap { $0.label == nil ? $0.expression : nil }
    }

    /// Returns the argument with a label.
    func argument(_ label: String) -> ExprSyntax? { arguments.expression(label) }
}

extension ExprSyntax {
    fileprivate var firstToken: TokenSyntax { firstToken(viewMode: .sourceAccurate) ?? .identifier("Key") }
}

extension Syntax {
    /// The message of `@available(*, deprecated, message: "…")` at the property that an expression is the value of.
    fileprivate var deprecation: String? {
        var node = self
        while let parent = node.parent, !parent.is(MemberBlockItemSyntax.self) {
            node = parent
            guard let property = parent.as(VariableDeclSyntax.self) else { continue }
            let arguments = property.attributes.attribute("available")?.arguments?
                .as(AvailabilityArgumentListSyntax.self)
            guard let arguments, arguments.contains(where: { $0.trimmedDescription.hasPrefix("deprecated") })
            else {
                return nil
            }
            return arguments.lazy.compactMap { $0.argument.as(AvailabilityLabeledArgumentSyntax.self) }
                .first { $0.label.text == "message" }?.value.as(SimpleStringLiteralExprSyntax.self)?
                .segments.trimmedDescription ?? ""
        }
        return nil
    }

    /// The name and the type of the property whose value is the expression, or the type of the function that returns
    /// it.
    fileprivate var declaration: (name: TokenSyntax?, type: TypeSyntax?) {
        var node = self
        while let parent = node.parent {
            if let binding = parent.as(PatternBindingSyntax.self) {
                return (binding.name, binding.typeAnnotation?.type)
            }
            if let function = parent.as(FunctionDeclSyntax.self) {
                return (nil, function.signature.returnClause?.type)
            }
            let isPassage =
                switch parent.kind {
                case .initializerClause, .returnStmt, .expressionStmt, .codeBlockItem, .codeBlockItemList,
                    .codeBlock,
                    .accessorBlock, .accessorDecl, .accessorDeclList:
                    true
                default: false
                }
            guard isPassage else { break }
            node = parent
        }
        return (nil, nil)
    }
}

extension LabeledExprListSyntax {
    /// Returns the argument with a label.
    func expression(_ label: String) -> ExprSyntax? {
        first { $0.label?.plainText == label }?.expression
    }
}

extension GenericArgumentClauseSyntax {
    /// The type, if there is one.
    fileprivate var onlyType: TypeSyntax? {
        guard arguments.count == 1, case .type(let type)? = arguments.first?.argument else { return nil }
        return type
    }
}

extension TypeSyntax {
    /// `Theme` of `Theme?`.
    var wrappedType: TypeSyntax? { self.as(OptionalTypeSyntax.self)?.wrappedType }

    /// `Int` of `Key<Int>`.
    fileprivate var keyType: TypeSyntax? {
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.onlyType
    }
}
