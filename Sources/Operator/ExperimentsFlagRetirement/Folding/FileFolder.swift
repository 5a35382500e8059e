import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Removes a key from one file: finds what the key decides, and notes the changes.
final class FileFolder {
    /// A place that stays, and why.
    struct Note {
        let offset: Int
        let reason: LeftReason
        /// Whether the key may still be read there.
        var keepsKey = true
    }

    let file: ParsedFile
    let facts: RetirementFacts
    var edits = SourceEdits()
    /// The places that stay unchanged.
    var notes: [Note] = []
    /// The properties that turned out to have one value.
    var members: Set<KnownMember> = []
    /// The known values of local names, innermost block last; nil for a name that has another meaning there.
    var scopes: [[String: KnownValue?]] = [[:]]
    /// The types around the current place, outermost first.
    var types: [String] = []
    /// The tests around the current place that go if they are about another value.
    var tests: [TestDeclaration] = []
    /// The number of enclosing blocks of result builders, in which `do` is not allowed.
    var builders = 0
    /// The number of enclosing `#if` in the same body.
    var conditionals = 0
    /// Whether values are only written in place of reads, and nothing is removed.
    var isLiteral = false
    /// The names by which the file reads the key.
    var usedNames: Set<KeyName> = []

    init(_ file: ParsedFile, _ facts: RetirementFacts) { (self.file, self.facts) = (file, facts) }

    var resolver: NameResolver { facts.resolver }

    var text: SourceText { file.text }

    func fold() { walk(Syntax(file.tree)) }

    func note(_ node: some SyntaxProtocol, _ reason: LeftReason) {
        notes.append(Note(offset: node.range.lowerBound, reason: reason))
    }

    /// Notes a place without the key that could be shorter.
    func noteRest(_ node: some SyntaxProtocol, _ reason: LeftReason) {
        notes.append(Note(offset: node.range.lowerBound, reason: reason, keepsKey: false))
    }

    // MARK: - Walking

    /// Visits everything in a node.
    func walk(_ node: Syntax) {
        switch node.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list): fold(list)
        case .functionDecl(let node): fold(node)
        case .initializerDecl(let node):
            inScope(node.signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }) {
                walkChildren(node)
            }
        case .subscriptDecl(let node):
            inScope(node.parameterClause.parameters.map { $0.secondName ?? $0.firstName }) {
                walkChildren(node)
            }
        case .variableDecl(let node): fold(node)
        case .extensionDecl(let node): inType(node.extendedType.lastName, node)
        case .structDecl(let node): inType(node.name.plainText, node)
        case .classDecl(let node): inType(node.name.plainText, node)
        case .actorDecl(let node): inType(node.name.plainText, node)
        case .enumDecl(let node): inType(node.name.plainText, node)
        case .ifConfigDecl(let node): fold(node)
        case .forStmt(let node): fold(node)
        case .whileStmt(let node): fold(node)
        case .doStmt(let node): fold(node)
        case .deferStmt(let node): fold(node)
        case .deinitializerDecl(let node): fold(node)
        case .catchClause(let node): fold(node)
        case .accessorDecl(let node):
            inScope([.identifier("newValue"), .identifier("oldValue")]) { walkChildren(node) }
            foldObserver(node)
        case .switchCase(let node):
            inScope(node.patternNames) {
                if isLiteral {
                    walk(Syntax(node.label))
                } else {
                    foldClauses(of: node)
                    for item in node.label.patterns { walk(Syntax(item)) }
                }
                walk(Syntax(node.statements))
            }
            // A case without a statement is a mistake.
            if !node.statements.isEmpty, !edits.isGone(node.label.range.lowerBound),
                node.statements.allSatisfy({
                    edits.isGone($0.range.lowerBound) && edits.isGone($0.range.upperBound - 1)
                }),
                let first = node.statements.first, !first.isKept(by: edits)
            {
                edits.insert(" break", at: node.label.range.upperBound)
            }
        case .macroExpansionExpr(let node) where node.macroName.text == "Preview": foldPreview(Syntax(node))
        case .macroExpansionDecl(let node) where node.macroName.text == "Preview": foldPreview(Syntax(node))
        case .precedenceGroupDecl, .operatorDecl, .importDecl, .token: break
        default:
            if let expression = node.as(ExprSyntax.self) {
                put(fold(expression), for: expression)
            } else {
                walkChildren(node)
            }
        }
    }

    func walkChildren(_ node: some SyntaxProtocol) {
        for child in node.children(viewMode: .sourceAccurate) { walk(child) }
    }

    func inScope(_ names: [TokenSyntax], _ body: () -> Void) {
        scopes.append(Dictionary(names.map { ($0.plainText, KnownValue?.none) }) { $1 })
        body()
        scopes.removeLast()
    }

    private func inType(_ name: String, _ node: some DeclGroupSyntax) {
        types.append(name)
        let outer = (scopes, conditionals)
        // Local names from outside are not visible in a type.
        (scopes, conditionals) = ([[:]], 0)
        if !foldSuite(node) { walkChildren(node) }
        (scopes, conditionals) = outer
        types.removeLast()
    }

    // MARK: - Values

    /// Writes the value of an expression in its place.
    func put(_ outcome: Outcome, for expression: ExprSyntax) {
        guard case .known(let value, isFlag: true) = outcome else { return }
        if value.isOptional, !value.isNull, expression.isPartOfChain, let code = value.code {
            // The code around it is nil if the value is.
            return edits.replace(expression.range, with: code + "?")
        }
        guard let code = value.isNull ? nullCode(value, for: expression) : value.code else {
            return note(expression, .noLiteral)
        }
        if case .enumCase(let type?, let name, _) = value.form {
            guard let written = self.code(of: type, name, at: expression) else {
                return note(expression, .hiddenType)
            }
            let isOfOptional = !value.isOptional && isPatternOfOptional(expression)
            return edits.replace(
                expression.range,
                with: value.isOptional ? "Optional(\(written))" : isOfOptional ? written + "?" : written)
        }
        if value.isOptional, !value.isNull, let type = value.literalType,
            let member = expression.parent?.as(MemberAccessExprSyntax.self), member.base?.id == expression.id
        {
            let bare = value.optional(false).code ?? code
            return edits.replace(expression.range, with: "Optional<\(type)>(\(bare))")
        }
        if isRefused(value, at: expression) { return note(expression, .refusedValue) }
        if lacksName(of: value) { return note(expression, .noLiteral) }
        // Operators between literals alone may have several meanings.
        if !value.isOptional, expression.isAmongLiterals || isAmbiguousArgument(expression) {
            if case .double = value.form { return edits.replace(expression.range, with: "Double(\(code))") }
            if case .int = value.form, expression.parent?.is(PrefixOperatorExprSyntax.self) == true {
                return edits.replace(expression.range, with: "Int(\(code))")
            }
        }
        if let type = literalType(of: value, at: expression) {
            let written = "\(code) as \(type)"
            let isWhole = expression.argumentCall != nil
            return edits.replace(expression.range, with: isWhole ? written : "(\(written))")
        }
        let isNegative = code.utf8.first == UInt8(ascii: "-")
        edits.replace(expression.range, with: isNegative && needsParentheses(expression) ? "(\(code))" : code)
    }

    /// Whether a function of a library takes the value, which may have others for numbers of other types.
    private func isAmbiguousArgument(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.argumentCall, call.arguments.count > 1,
            let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.plainText,
            name.first?.isLowercase == true, !["print", "max", "min", "debugPrint"].contains(name),
            case .library = resolver.expected(of: expression)
        else { return false }
        return !call.arguments.contains { $0.expression.id != expression.id && $0.expression.hasName }
    }

    /// Whether the file does not import the type of a value.
    func lacksName(of value: KnownValue) -> Bool {
        if case .code(_, let type) = value.form { type != "Duration" && file.lacksFoundation } else { false }
    }

    /// Whether an expression is the pattern of a case, and the matched value is optional.
    private func isPatternOfOptional(_ expression: ExprSyntax) -> Bool {
        guard let pattern = expression.parent, pattern.is(ExpressionPatternSyntax.self) else { return false }
        var node = pattern
        while let parent = node.parent {
            if let choice = parent.as(SwitchExprSyntax.self) {
                return resolver.type(of: choice.subject)?.isOptional == true
            }
            if let match = parent.as(MatchingPatternConditionSyntax.self) {
                return resolver.type(of: match.initializer.value)?.isOptional == true
            }
            if parent.is(TuplePatternSyntax.self) || parent.is(CodeBlockItemSyntax.self) { return false }
            node = parent
        }
        return false
    }

    /// Returns a case with the name that its type has at a place; nil if another type has that name there.
    func code(of type: String, _ name: String, at place: ExprSyntax) -> String? {
        guard let key = facts.typeKeys[type] else {
            return KnownValue(.enumCase(type: type, name: name, raw: nil)).code
        }
        let written = [type, key.path].first { path in
            resolver.type(path.split(separator: ".").map(String.init), at: Syntax(place)) == .named(key)
        }
        return written.flatMap { KnownValue(.enumCase(type: $0, name: name, raw: nil)).code }
    }

    /// Whether a minus sign in the place of an expression would belong to something else.
    private func needsParentheses(_ expression: ExprSyntax) -> Bool {
        guard let parent = expression.parent else { return false }
        switch parent.kind {
        case .memberAccessExpr, .prefixOperatorExpr, .postfixOperatorExpr, .optionalChainingExpr,
            .forceUnwrapExpr,
            .subscriptCallExpr, .functionCallExpr, .genericSpecializationExpr:
            return true
        case .infixOperatorExpr:
            let before = expression.range.lowerBound - 1
            return before >= 0 && !text.bytes[before].isBlank && text.bytes[before] != UInt8(ascii: "(")
        default: return false
        }
    }

    /// Returns the code of nil: with its type, where the place does not show the type.
    private func nullCode(_ value: KnownValue, for expression: ExprSyntax) -> String? {
        if case .types(let types) = resolver.expected(of: expression), types.count == 1,
            types.first?.isOptional == true
        {
            return "nil"
        }
        return value.code
    }

    /// Returns the known value of a bare name.
    func value(of reference: DeclReferenceExprSyntax) -> KnownValue? {
        let name = reference.baseName.plainText
        if let local = local(name) { return local }
        return member(name, isFunction: false, at: Syntax(reference))
    }

    /// Returns the known value of the name that `if let name` unwraps.
    func value(named token: TokenSyntax) -> KnownValue? {
        if let local = local(token.plainText) { return local }
        return member(token.plainText, isFunction: false, at: Syntax(token))
    }

    /// Returns what is known about a name of a body; nil if it is not one.
    func local(_ name: String) -> KnownValue?? {
        for scope in scopes.reversed() {
            if let known = scope[name] { return known }
        }
        return nil
    }

    /// Returns the known value of the member that a bare name stands for.
    func member(_ name: String, isFunction: Bool, at node: Syntax) -> KnownValue? {
        guard facts.members.contains(where: { $0.name == name && $0.isFunction == isFunction }),
            case .member(let declaration, let owner) = resolver.value(named: name, at: node)
        else { return nil }
        return member(name, isFunction: isFunction, isStatic: declaration.isStatic, of: owner)
    }

    /// Returns the known value of a member of what an expression stands for: `self.isNew`, `Features.isNew`.
    func member(_ name: String, isFunction: Bool, of base: ExprSyntax) -> KnownValue? {
        guard facts.members.contains(where: { $0.name == name && $0.isFunction == isFunction }),
            base.isSelf || base.namePath?.last?.first?.isUppercase == true,
            let type = resolver.type(of: base)
        else { return nil }
        switch type {
        case .metatype(.named(let owner, _)):
            return member(name, isFunction: isFunction, isStatic: true, of: owner)
        case .named(let owner, _): return member(name, isFunction: isFunction, isStatic: false, of: owner)
        default: return nil
        }
    }

    private func member(_ name: String, isFunction: Bool, isStatic: Bool, of owner: TypeKey) -> KnownValue? {
        facts.members.first { member in
            member.owner == owner && member.name == name && member.isFunction == isFunction
                && member.isStatic == isStatic && (member.file == nil || member.file == file.path)
        }?.value
    }
}

extension ExprSyntax {
    /// Whether it is the beginning of an optional chain: `a?` and `a?.b` of `a?.b.c`.
    fileprivate var isPartOfChain: Bool {
        guard hasOptionalChain else { return false }
        if self.is(OptionalChainingExprSyntax.self) { return true }
        switch parent?.as(SyntaxEnum.self) {
        case .memberAccessExpr(let node): return node.base?.id == id
        case .subscriptCallExpr(let node): return node.calledExpression.id == id
        default: return false
        }
    }

    /// Whether the compiler refuses a number here: zero as a divisor, and what another type of numbers cannot have.
    func refuses(_ number: Int) -> Bool {
        if let infix = parent?.as(InfixOperatorExprSyntax.self), infix.rightOperand.id == id {
            return number == 0 && ["/", "%", "/=", "%="].contains(infix.operator.trimmedDescription)
        }
        guard let call = argumentCall, call.arguments.count == 1, call.arguments.first?.label == nil else {
            return false
        }
        return switch call.calledExpression.trimmedDescription {
        case "UInt", "UInt64": number < 0
        case "UInt32": UInt32(exactly: number) == nil
        case "UInt16": UInt16(exactly: number) == nil
        case "UInt8": UInt8(exactly: number) == nil
        case "Int32": Int32(exactly: number) == nil
        case "Int16": Int16(exactly: number) == nil
        case "Int8": Int8(exactly: number) == nil
        default: false
        }
    }

    /// Whether it is `self`.
    fileprivate var isSelf: Bool {
        self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }
}

/// The result of folding an expression.
enum Outcome {
    /// The expression stays, with changes inside it.
    case open
    /// Only a part of it stays, and the code around that part is removed.
    case reduced(to: ExprSyntax)
    /// It has a single value, and was not changed inside.
    case known(KnownValue, isFlag: Bool)

    /// The value, if the key decides it.
    var flag: KnownValue? {
        if case .known(let value, isFlag: true) = self { value } else { nil }
    }

    /// The value, regardless of what decides it.
    var value: KnownValue? {
        if case .known(let value, _) = self { value } else { nil }
    }
}

extension SyntaxProtocol {
    /// The names that the patterns in a node declare, but not those in bodies.
    var patternNames: [TokenSyntax] {
        var names: [TokenSyntax] = []
        visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .identifierPattern(let pattern):
                names.append(pattern.identifier)
                return false
            case .codeBlock, .closureExpr, .codeBlockItemList: return false
            default: return true
            }
        }
        return names
    }
}

extension SwitchCaseSyntax.Label {
    /// The patterns of a case.
    fileprivate var patterns: [PatternSyntax] {
        guard case .case(let label) = self else { return [] }
        return label.caseItems.map(\.pattern)
    }
}
