import ExperimentsSyntaxReading
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@BoolRemoteValue`: the cases `enabled` and `disabled`, and the requirements of a boolean value.
open class BoolRemoteValueMacro: MemberMacro, ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard accepted(node, declaration, reportingTo: context) != nil else { return [] }
        let access = declaration.memberAccess(in: context)
        let declared = Set(declaration.caseNames.map(\.plainText))
        var members: [DeclSyntax] = ["enabled", "disabled"].filter { !declared.contains($0) }.map {
            "case \(raw: $0)"
        }
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
        let value = enabledByDefault ? "enabled" : "disabled"
        let members: [DeclSyntax] =
            declaration.declaresDefault ? [] : ["\(raw: access)static let `default`: Self = .\(raw: value)"]
        return try ExtensionDeclSyntax.conformance(
            of: type, conformingTo: protocols, on: declaration, members: members)
    }

    /// Both roles check; only one reports, so that each problem is reported once.
    private static func accepted(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax,
        reportingTo context: (any MacroExpansionContext)?
    ) -> Bool? {
        guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
            let isEmptyStruct =
                declaration.is(StructDeclSyntax.self) && declaration.memberBlock.members.isEmpty
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
        if let foreign = enumeration.caseNames.first(where: {
            !["enabled", "disabled"].contains($0.plainText)
        }) {
            context?.report(.foreignCase(foreign.plainText), at: foreign)
            return nil
        }
        return node.enabledByDefault(on: declaration, reportingTo: context)
    }
}

/// `@BaselineBoolRemoteValue`: a struct that is on or off, and may be the baseline.
open class BaselineBoolRemoteValueMacro: MemberMacro, ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard accepted(node, declaration, reportingTo: context) != nil else { return [] }
        let access = declaration.memberAccess(in: context)
        return declaration.baselineMembers(
            with: "isEnabled", "Bool", readBy: "Bool(name)", access: access, propertyAccess: access)
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
            members.append(
                "\(raw: access)static let `default` = Self(baseline: true, isEnabled: \(literal: enabledByDefault))"
            )
        }
        return try ExtensionDeclSyntax.conformance(
            of: type, conformingTo: protocols, on: declaration, members: members)
    }

    /// Both roles check; only one reports, so that each problem is reported once.
    private static func accepted(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax,
        reportingTo context: (any MacroExpansionContext)?
    ) -> Bool? {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            let isBool =
                declaration.is(EnumDeclSyntax.self) && declaration.caseNames.isEmpty
                && !declaration.hasStringRawType
            context?.report(
                .notAStruct(.baselineBool), at: declaration.introducer,
                offering: isBool ? Remedy.use(.bool, in: node) : nil)
            return nil
        }
        if let nested = structure.nestedEnums.first {
            let isString =
                nested.name.plainText == "Variant" && nested.hasStringRawType && node.arguments == nil
            context?.report(
                .notEmpty, at: nested.name, offering: isString ? Remedy.use(.baselineString, in: node) : nil)
            return nil
        }
        if let stored = structure.firstStoredProperty(besides: ["baseline", "isEnabled"]) {
            context?.report(.storedProperty(.baselineBool, stored.plainText), at: stored)
            return nil
        }
        return node.enabledByDefault(on: declaration, reportingTo: context)
    }
}

extension AttributeSyntax {
    /// The argument of `@BoolRemoteValue` and `@BaselineBoolRemoteValue`; nil if it is not known at compile time. With
    /// a context, reports this, and also reports an argument that has no effect because `default` is declared.
    fileprivate func enabledByDefault(
        on declaration: some DeclGroupSyntax, reportingTo context: (any MacroExpansionContext)?
    ) -> Bool? {
        guard let argument = argument("enabledByDefault") else { return false }
        guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
            context?.report(.notALiteral, at: argument.expression)
            return nil
        }
        if declaration.declaresDefault {
            context?.report(.ignoredArgument, at: argument, offering: Remedy.removeArguments(of: self))
        }
        return literal.literal.tokenKind == .keyword(.true)
    }
}

extension DeclGroupSyntax {
    /// The members of a struct with `baseline` and another property, except those that it declares itself.
    ///
    /// - Parameters:
    ///   - value: an expression that reads the property from the text `name`, or is nil.
    ///   - propertyAccess: the access modifier of members that use the property's type.
    func baselineMembers(
        with property: String, _ type: String, readBy value: String, access: String, propertyAccess: String
    ) -> [DeclSyntax] {
        var members: [DeclSyntax] = []
        if !declaresProperty("baseline") { members.append("\(raw: access)let baseline: Bool") }
        if !declaresProperty(property) {
            members.append("\(raw: propertyAccess)let \(raw: property): \(raw: type)")
        }
        if !declaresInitializer("name") {
            members.append(
                """
                \(raw: access)init?(name: String) {
                    let baseline = name.hasSuffix("_baseline")
                    let name = baseline ? String(name.dropLast("_baseline".count)) : name
                    guard let \(raw: property) = \(raw: value) else {
                        return nil
                    }
                    self.init(baseline: baseline, \(raw: property): \(raw: property))
                }
                """)
        }
        if !declaresInitializer("baseline", property) {
            members.append(
                """
                \(raw: propertyAccess)init(baseline: Bool, \(raw: property): \(raw: type)) {
                    self.baseline = baseline
                    self.\(raw: property) = \(raw: property)
                }
                """)
        }
        return members
    }
}
