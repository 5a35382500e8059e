import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SyntaxReading

/// `@JSONRemoteValue`: the conformances of a type that JSON describes, and its default where every property has one.
open class JSONRemoteValueMacro: ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            context.report(.notAStruct(.json), at: declaration.introducer)
            return []
        }
        var members: [DeclSyntax] = []
        if !structure.declaresDefault {
            guard structure.firstStoredProperty(besides: []) == nil else {
                context.report(.noDefault, at: structure.name, offering: Remedy.addDefault(to: structure))
                return []
            }
            members = ["\(raw: structure.memberAccess(in: context))static let `default` = Self()"]
        }
        return try ExtensionDeclSyntax.conformance(of: type, conformingTo: protocols, on: structure, members: members)
    }
}
