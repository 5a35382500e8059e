import SwiftSyntax
import SyntaxReading

/// Finds the places that refer to the key, besides its declarations.
final class MentionFinder: TypeNestingVisitor {
    private let facts: RetirementFacts
    private var declarations: Set<SyntaxIdentifier>
    private var offsets: [Int] = []

    static func mentions(of facts: RetirementFacts, in file: ParsedFile) -> [Int] {
        let finder = MentionFinder(facts, file)
        finder.walk(file.tree)
        return finder.offsets
    }

    private init(_ facts: RetirementFacts, _ file: ParsedFile) {
        self.facts = facts
        declarations = Set(DeclarationFinder.declarations(of: facts.key, in: file.tree).map(\.node.id))
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        declarations.contains(node.id) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        declarations.contains(node.id) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
        // What the key's own enum says of its case goes with the case.
        let isOwn = facts.names.contains { name in
            name.owner.map { types.contains($0) } ?? false && node.names(name.property)
        }
        return isOwn && node.switchIsOfSelf ? .skipChildren : .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let isCertain = node.parent?.as(LabeledExprSyntax.self)?.label.map {
            ["for", "of", "forKey"].contains($0.plainText)
        }
        guard facts.name(ExprSyntax(node), in: types, isCertain: isCertain ?? false) != nil else {
            return .visitChildren
        }
        offsets.append(node.range.lowerBound)
        return .skipChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id { return .skipChildren }
        if facts.name(ExprSyntax(node), in: types, isCertain: false) != nil { offsets.append(node.range.lowerBound) }
        return .skipChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if node.textIs(facts.key) { offsets.append(node.range.lowerBound) }
        return .visitChildren
    }
}

extension StringLiteralExprSyntax {
    fileprivate func textIs(_ text: String) -> Bool { ExprSyntax(self).textLiteral == text }
}

extension SwitchCaseSyntax {
    /// Whether a pattern of it is a case.
    func names(_ property: String) -> Bool {
        guard case .case(let label) = label else { return false }
        return label.caseItems.contains { $0.isCase(property) }
    }

    /// Whether the `switch` around is one over `self`.
    var switchIsOfSelf: Bool {
        parent?.parent?.as(SwitchExprSyntax.self)?.subject.trimmedDescription == "self"
    }
}

extension SwitchCaseItemSyntax {
    /// Whether it is a case without anything else.
    func isCase(_ property: String) -> Bool {
        guard let member = pattern.as(ExpressionPatternSyntax.self)?.expression.as(MemberAccessExprSyntax.self) else {
            return false
        }
        return member.declName.baseName.plainText == property
            && (member.base == nil || member.base?.trimmedDescription == "Self")
    }
}
