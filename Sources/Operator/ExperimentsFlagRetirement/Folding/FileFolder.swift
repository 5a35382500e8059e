import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Removes a key from one file: finds what the key decides, and notes the changes.
final class FileFolder {
    /// A place that stays, and why.
    struct Note {
        let offset: Int
        let reason: String
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

    init(_ file: ParsedFile, _ facts: RetirementFacts) { (self.file, self.facts) = (file, facts) }

    var text: SourceText { file.text }

    func fold() { walk(Syntax(file.tree)) }

    func note(_ node: some SyntaxProtocol, _ reason: String) {
        notes.append(Note(offset: node.range.lowerBound, reason: reason))
    }

    /// Notes a place without the key that could be shorter.
    func noteRest(_ node: some SyntaxProtocol, _ reason: String) {
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
            inScope(node.parameterClause.parameters.map { $0.secondName ?? $0.firstName }) { walkChildren(node) }
        case .variableDecl(let node): fold(node)
        case .extensionDecl(let node): inType(node.extendedType.lastName, node)
        case .structDecl(let node): inType(node.name.plainText, node)
        case .classDecl(let node): inType(node.name.plainText, node)
        case .actorDecl(let node): inType(node.name.plainText, node)
        case .enumDecl(let node): inType(node.name.plainText, node)
        case .ifConfigDecl(let node):
            conditionals += 1
            walkChildren(node)
            conditionals -= 1
        case .forStmt(let node): fold(node)
        case .whileStmt(let node): fold(node)
        case .catchClause(let node): inScope(node.patternNames + [.identifier("error")]) { walkChildren(node) }
        case .accessorDecl(let node):
            inScope([.identifier("newValue"), .identifier("oldValue")]) { walkChildren(node) }
        case .switchCase(let node):
            inScope(node.patternNames) { walkChildren(node) }
            // A case without a statement is a mistake.
            if !node.statements.isEmpty,
                node.statements.allSatisfy({
                    edits.isGone($0.range.lowerBound) && edits.isGone($0.range.upperBound - 1)
                }),
                let first = node.statements.first, !first.isKept(by: edits)
            {
                edits.insert(" break", at: node.label.range.upperBound)
            }
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
        guard let code = value.code ?? nullCode(value, for: expression) else {
            return note(expression, "the value is passed on as it is, and its type has no literal")
        }
        edits.replace(expression.range, with: code)
    }

    private func nullCode(_ value: KnownValue, for expression: ExprSyntax) -> String? {
        guard value.isNull else { return nil }
        let binding = expression.parent?.parent?.as(PatternBindingSyntax.self)
        return binding == nil || binding?.typeAnnotation != nil ? "nil" : nil
    }

    /// Returns the known value of a bare name.
    func value(ofName name: String) -> KnownValue? {
        for scope in scopes.reversed() {
            if let known = scope[name] { return known }
        }
        return member(name, isFunction: false)
    }

    /// Returns the known value of a member of a type; by default, of one of the types around.
    func member(_ name: String, isFunction: Bool, of type: String? = nil) -> KnownValue? {
        guard !facts.members.isEmpty else { return nil }
        return facts.members.first { member in
            member.name == name && member.isFunction == isFunction
                && (type.map { $0 == member.owner } ?? types.contains(member.owner))
                && (member.file == nil || member.file == file.path)
        }?.value
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
