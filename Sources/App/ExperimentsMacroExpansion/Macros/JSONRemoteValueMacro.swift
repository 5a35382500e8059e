import ExperimentsSyntaxReading
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@JSONRemoteValue`: the conformances of a type described by JSON, and its default if every property has one.
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
        return try ExtensionDeclSyntax.conformance(
            of: type, conformingTo: protocols, on: structure, members: members)
    }
}

/// `@RemoteValuesNamespace`: the missing attribute of each type in a namespace.
open class RemoteValuesNamespaceMacro: MemberAttributeMacro {
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        let macro =
            if let member = member.as(EnumDeclSyntax.self) {
                MacroName.given(byNamespaceTo: member)
            } else if let member = member.as(StructDeclSyntax.self) {
                MacroName.given(byNamespaceTo: member)
            } else {
                MacroName?.none
            }
        return macro.map { ["\(raw: $0.description)"] } ?? []
    }
}
