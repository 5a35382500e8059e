import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SyntaxReading

/// `@BoolRemoteValue`: the cases `enabled` and `disabled`, and what a boolean needs.
public struct BoolRemoteValueMacro: MemberMacro, ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard accepted(node, declaration, reportingTo: context) != nil else { return [] }
        let access = declaration.memberAccess(in: context)
        let declared = Set(declaration.caseNames.map(\.plainText))
        var members: [DeclSyntax] = ["enabled", "disabled"].filter { !declared.contains($0) }.map { "case \(raw: $0)" }
        if !declaration.declaresInitializer("booleanLiteral") {
            members.append(
                """
                \(raw: access)init(booleanLiteral: Bool) {
                    self = booleanLiteral ? .enabled : .disabled
                }
                """)
        }
        if !declaration.declaresProperty("isEnabled") {
            members.append(
                """
                \(raw: access)var isEnabled: Bool {
                    self == .enabled
                }
                """)
        }
        return members
    }

    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let enabledByDefault = accepted(node, declaration, reportingTo: nil) else {
            return try ConformanceExtension.afterRefusal(of: type, protocols, on: declaration)
        }
        let access = declaration.memberAccess(in: context)
        let value = enabledByDefault.value ? "enabled" : "disabled"
        let members: [DeclSyntax] =
            declaration.declaresDefault ? [] : ["\(raw: access)static let `default`: Self = .\(raw: value)"]
        return try ConformanceExtension.declaration(
            of: type, conformingTo: protocols, on: declaration, members: members)
    }

    /// Both roles check; only one reports, so that each problem is reported once.
    private static func accepted(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, reportingTo context: (any MacroExpansionContext)?
    ) -> EnabledByDefault? {
        guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
            let isEmptyStruct = declaration.is(StructDeclSyntax.self) && declaration.memberBlock.members.isEmpty
            context?.report(
                .notAnEnum(.bool), at: declaration.introducer,
                offering: isEmptyStruct ? Remedy.use(.baselineBool, in: node) : nil)
            return nil
        }
        if enumeration.hasStringRawType, let string = enumeration.inheritedString {
            let isString = !enumeration.caseNames.isEmpty && node.arguments == nil
            context?.report(
                .stringRawType, at: string.type, offering: isString ? Remedy.use(.string, in: node) : nil)
            return nil
        }
        if let foreign = enumeration.caseNames.first(where: { !["enabled", "disabled"].contains($0.plainText) }) {
            context?.report(.foreignCase(foreign.plainText), at: foreign)
            return nil
        }
        return EnabledByDefault(of: node, on: declaration, reportingTo: context)
    }
}
