import ExperimentsSyntaxReading
import SwiftSyntax

/// Counts the uses of a name in a file.
struct NameCount {
    /// The uses that are no declaration of it.
    private(set) var uses = 0

    /// - Parameter type: a type whose own declaration does not count.
    init(of name: String, in tree: SourceFileSyntax, outsideOf type: String? = nil) {
        for token in tree.tokens(viewMode: .sourceAccurate) {
            guard case .identifier = token.tokenKind else { continue }
            guard token.plainName == name, !token.isDeclaredName else { continue }
            if let type, Syntax(token).isInside(type) { continue }
            uses += 1
        }
    }
}

extension TokenSyntax {
    /// Whether it is the name of a declaration, or a label, and so no use of one.
    var isDeclaredName: Bool {
        guard let parent else { return false }
        if let declaration = parent.asProtocol((any NamedDeclSyntax).self), declaration.name.id == id {
            return true
        }
        switch parent.kind {
        case .enumCaseElement, .labeledExpr, .functionParameter: return true
        case .identifierPattern: return parent.parent?.is(PatternBindingSyntax.self) == true
        default: return false
        }
    }
}

extension Syntax {
    /// Whether it is in the declaration of a type.
    fileprivate func isInside(_ type: String) -> Bool {
        var node = parent
        while let current = node {
            if !current.is(ExtensionDeclSyntax.self), current.asProtocol((any DeclGroupSyntax).self) != nil,
                current.asProtocol((any NamedDeclSyntax).self)?.name.plainText == type
            {
                return true
            }
            node = current.parent
        }
        return false
    }

    /// The declaration with its item in the list around it.
    var declarationItem: Syntax {
        if let parent, parent.is(MemberBlockItemSyntax.self) || parent.is(CodeBlockItemSyntax.self) {
            return parent
        }
        return self
    }
}
