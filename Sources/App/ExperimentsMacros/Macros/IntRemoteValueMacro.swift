import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@IntRemoteValue`: a struct of a whole number.
public struct IntRemoteValueMacro: MemberMacro, ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        NumberShape.int.members(of: node, on: declaration, in: context)
    }

    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try NumberShape.int.conformance(
            of: node, on: declaration, type: type, conformingTo: protocols, in: context)
    }
}
