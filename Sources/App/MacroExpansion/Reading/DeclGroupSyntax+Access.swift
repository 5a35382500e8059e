import SwiftSyntax
import SwiftSyntaxMacros
import SyntaxReading

extension DeclGroupSyntax {
    /// The modifier that members need to be visible wherever the type is, with a blank after it: `public `, `package ` or
    /// nothing, which also serves what is private.
    ///
    /// A public type within one that is not public is no more visible than that, and the compiler allows no public
    /// members in an extension of it.
    func memberAccess(in context: some MacroExpansionContext) -> String {
        let outer = Array(context.lexicalContext)
        var levels = [modifiers.accessLevel ?? outer.first?.accessOfMembers]
        for (index, node) in outer.enumerated() {
            guard let group = node.asProtocol((any DeclGroupSyntax).self), !node.is(ExtensionDeclSyntax.self) else {
                continue
            }
            levels.append(group.modifiers.accessLevel ?? outer.dropFirst(index + 1).first?.accessOfMembers)
        }
        let isPublic = levels.allSatisfy { $0 == .public || $0 == .open }
        if isPublic { return "public " }
        return levels.allSatisfy { $0 == .public || $0 == .open || $0 == .package } ? "package " : ""
    }
}

extension Syntax {
    /// The level that the members of an extension have without a modifier of their own.
    fileprivate var accessOfMembers: Keyword? { self.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel }
}

extension DeclModifierListSyntax {
    /// The access level as written.
    var accessLevel: Keyword? {
        for modifier in self where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(let level)
            where [.open, .public, .package, .internal, .fileprivate, .private].contains(level):
                return level
            default: continue
            }
        }
        return nil
    }
}
