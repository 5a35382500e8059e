import ExperimentsSyntaxReading
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@StringRemoteValue`: the missing conformances of an enum of strings.
open class StringRemoteValueMacro: ExtensionMacro {
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
            return try ExtensionDeclSyntax.afterRefusal(of: type, protocols, on: declaration)
        }
        return try ExtensionDeclSyntax.conformance(of: type, conformingTo: protocols, on: declaration)
    }

    /// Returns no fix-it if the enum has another raw type, or `String` in the wrong position, because the intention is
    /// not certain.
    static func remedy(for declaration: EnumDeclSyntax) -> FixIt? {
        let rawTypes = [
            "String", "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "Character", "Float", "Double",
        ]
        guard declaration.inheritedNames.allSatisfy({ !rawTypes.contains($0) }) else { return nil }
        return Remedy.addStringRawType(to: declaration)
    }
}

/// `@BaselineStringRemoteValue`: a struct of a variant that may be the baseline.
open class BaselineStringRemoteValueMacro: MemberMacro, ExtensionMacro, MemberAttributeMacro {
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let variant = acceptedVariant(node, declaration, reportingTo: nil),
            let member = member.as(EnumDeclSyntax.self), member.name.text == variant.name.text,
            !member.attributes.contains([.string])
        else { return [] }
        return ["@StringRemoteValue"]
    }

    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variant = acceptedVariant(node, declaration, reportingTo: context) else { return [] }
        let access = declaration.memberAccess(in: context)
        return declaration.baselineMembers(
            with: "variant", "Variant", readBy: "Variant(name: name)", access: access,
            propertyAccess: Self.access(of: variant, limit: access))
    }

    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard acceptedVariant(node, declaration, reportingTo: nil) != nil else { return [] }
        let access = declaration.memberAccess(in: context)
        var members: [DeclSyntax] = []
        if !declaration.declaresTypeProperty("allCases") {
            members.append(
                """
                \(raw: access)static var allCases: [Self] {
                    Variant.allCases.flatMap {
                        [
                            Self(baseline: true, variant: $0),
                            Self(baseline: false, variant: $0)
                        ]
                    }
                }
                """)
        }
        if !declaration.declaresProperty("name") {
            members.append(
                """
                \(raw: access)var name: String {
                    baseline ? variant.name + "_baseline" : variant.name
                }
                """)
        }
        if !declaration.declaresDefault {
            members.append("\(raw: access)static let `default` = Self(baseline: true, variant: .default)")
        }
        return try ExtensionDeclSyntax.conformance(
            of: type, conformingTo: protocols, on: declaration, members: members)
    }

    /// Returns the access modifier for members that use the variant's type. An enum without `public` is internal even
    /// in a public struct, so these members must be internal, too.
    private static func access(of variant: EnumDeclSyntax, limit: String) -> String {
        switch (limit, variant.modifiers.accessLevel) {
        case ("public ", .public): "public "
        case ("public ", .package), ("package ", .public), ("package ", .package): "package "
        case (_, .fileprivate): "fileprivate "
        default: ""
        }
    }

    /// The enum of variants, if there is one. Only one role reports problems, so that each is reported once.
    private static func acceptedVariant(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax,
        reportingTo context: (any MacroExpansionContext)?
    ) -> EnumDeclSyntax? {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            let isString = declaration.is(EnumDeclSyntax.self) && declaration.hasStringRawType
            context?.report(
                .notAStruct(.baselineString), at: declaration.introducer,
                offering: isString ? Remedy.use(.string, in: node) : nil)
            return nil
        }
        let enums = structure.nestedEnums
        guard let variant = enums.first(where: { $0.name.plainText == "Variant" }) else {
            if let misnamed = enums.first {
                context?.report(
                    .misnamedVariant(misnamed.name.plainText), at: misnamed.name,
                    offering: enums.count == 1 ? Remedy.renameToVariant(misnamed) : nil)
            } else {
                let isEmpty = structure.memberBlock.members.isEmpty
                context?.report(
                    .noVariant, at: structure.name,
                    offering: isEmpty ? Remedy.use(.baselineBool, in: node) : nil)
            }
            return nil
        }
        if variant.modifiers.accessLevel == .private {
            context?.report(.privateVariant, at: variant.name, offering: Remedy.makeFileprivate(variant))
            return nil
        }
        guard variant.hasStringRawType else {
            // If the enum has the macro itself, that macro reports the problem.
            if !variant.attributes.contains([.string]) {
                context?.report(
                    .noStringRawType, at: variant.name, offering: StringRemoteValueMacro.remedy(for: variant))
            }
            return nil
        }
        if let stored = structure.firstStoredProperty(besides: ["baseline", "variant"]) {
            context?.report(.storedProperty(.baselineString, stored.plainText), at: stored)
            return nil
        }
        return variant
    }
}
