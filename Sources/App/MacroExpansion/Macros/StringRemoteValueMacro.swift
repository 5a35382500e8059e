import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SyntaxReading

/// `@StringRemoteValue`: the conformances that an enum of texts lacks.
public struct StringRemoteValueMacro: ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let declaration = declaration.as(EnumDeclSyntax.self) else {
            let isBaseline = declaration.is(StructDeclSyntax.self) && !declaration.nestedEnums.isEmpty
            context.report(
                .notAnEnum(.string), at: declaration.introducer,
                offering: isBaseline ? Remedy.use(.baselineString, in: node) : nil)
            return []
        }
        guard declaration.hasStringRawType else {
            context.report(.noStringRawType, at: declaration.name, offering: remedy(for: declaration))
            return try ConformanceExtension.afterRefusal(of: type, protocols, on: declaration)
        }
        return try ConformanceExtension.declaration(of: type, conformingTo: protocols, on: declaration)
    }

    /// Returns no fix-it if the enum has another raw type, or `String` in the wrong place, because then it is not
    /// certain what was meant.
    static func remedy(for declaration: EnumDeclSyntax) -> FixIt? {
        let rawTypes = ["String", "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "Character", "Float", "Double"]
        guard declaration.inheritedNames.allSatisfy({ !rawTypes.contains($0) }) else { return nil }
        return Remedy.addStringRawType(to: declaration)
    }
}
