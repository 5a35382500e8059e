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
            return try ExtensionDeclSyntax.afterRefusal(of: type, protocols, on: declaration)
        }
        let access = declaration.memberAccess(in: context)
        let value = enabledByDefault.value ? "enabled" : "disabled"
        let members: [DeclSyntax] =
            declaration.declaresDefault ? [] : ["\(raw: access)static let `default`: Self = .\(raw: value)"]
        return try ExtensionDeclSyntax.conformance(
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

/// `@BaselineBoolRemoteValue`: a struct that is on or off, and whether it is the baseline.
public struct BaselineBoolRemoteValueMacro: MemberMacro, ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard accepted(node, declaration, reportingTo: context) != nil else { return [] }
        let access = declaration.memberAccess(in: context)
        var members: [DeclSyntax] = []
        if !declaration.declaresProperty("baseline") { members.append("\(raw: access)let baseline: Bool") }
        if !declaration.declaresProperty("isEnabled") { members.append("\(raw: access)let isEnabled: Bool") }
        if !declaration.declaresInitializer("name") {
            members.append(
                """
                \(raw: access)init?(name: String) {
                    let baseline = name.hasSuffix("_baseline")
                    let name = baseline ? String(name.dropLast("_baseline".count)) : name
                    guard let isEnabled = Bool(name) else {
                        return nil
                    }
                    self.init(baseline: baseline, isEnabled: isEnabled)
                }
                """)
        }
        if !declaration.declaresInitializer("baseline", "isEnabled") {
            members.append(
                """
                \(raw: access)init(baseline: Bool, isEnabled: Bool) {
                    self.baseline = baseline
                    self.isEnabled = isEnabled
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
        guard let enabledByDefault = accepted(node, declaration, reportingTo: nil) else { return [] }
        let access = declaration.memberAccess(in: context)
        var members: [DeclSyntax] = []
        if !declaration.declaresTypeProperty("allCases") {
            members.append(
                """
                \(raw: access)static var allCases: [Self] {
                    [
                        Self(baseline: true, isEnabled: false),
                        Self(baseline: false, isEnabled: false),
                        Self(baseline: true, isEnabled: true),
                        Self(baseline: false, isEnabled: true)
                    ]
                }
                """)
        }
        if !declaration.declaresProperty("name") {
            members.append(
                """
                \(raw: access)var name: String {
                    (isEnabled ? "true" : "false") + (baseline ? "_baseline" : "")
                }
                """)
        }
        if !declaration.declaresDefault {
            let value = enabledByDefault.value
            members.append("\(raw: access)static let `default` = Self(baseline: true, isEnabled: \(literal: value))")
        }
        return try ExtensionDeclSyntax.conformance(
            of: type, conformingTo: protocols, on: declaration, members: members)
    }

    /// Both roles check; only one reports, so that each problem is reported once.
    private static func accepted(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, reportingTo context: (any MacroExpansionContext)?
    ) -> EnabledByDefault? {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            let isBool =
                declaration.is(EnumDeclSyntax.self) && declaration.caseNames.isEmpty && !declaration.hasStringRawType
            context?.report(
                .notAStruct(.baselineBool), at: declaration.introducer,
                offering: isBool ? Remedy.use(.bool, in: node) : nil)
            return nil
        }
        if let nested = structure.nestedEnums.first {
            let isString = nested.name.plainText == "Variant" && nested.hasStringRawType && node.arguments == nil
            context?.report(
                .notEmpty, at: nested.name, offering: isString ? Remedy.use(.baselineString, in: node) : nil)
            return nil
        }
        if let stored = structure.firstStoredProperty(besides: ["baseline", "isEnabled"]) {
            context?.report(.storedProperty(.baselineBool, stored.plainText), at: stored)
            return nil
        }
        return EnabledByDefault(of: node, on: declaration, reportingTo: context)
    }
}
