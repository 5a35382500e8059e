import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SyntaxReading

/// `@RemoteValuesNamespace`: the attribute that each type in a namespace lacks.
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
