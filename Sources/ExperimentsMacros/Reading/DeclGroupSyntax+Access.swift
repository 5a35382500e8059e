import SwiftSyntax
import SwiftSyntaxMacros
import SyntaxReading

extension DeclGroupSyntax {
    /// The modifier that members need to be visible wherever the type is, with a blank after it: `public `, `package ` or
    /// nothing, which also serves what is private.
    func memberAccess(in context: some MacroExpansionContext) -> String {
        if let own = modifiers.accessLevel { return Self.prefix(for: own) }
        // The members of an extension take its access level, unless they have one of their own.
        guard let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self) else { return "" }
        return Self.prefix(for: outer.modifiers.accessLevel)
    }

    private static func prefix(for level: Keyword?) -> String {
        switch level {
        case .public, .open: "public "
        case .package: "package "
        default: ""
        }
    }
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
