import ExperimentsSyntaxReading
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@IntRemoteValue`: a struct of a whole number.
open class IntRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.int
}

/// `@DoubleRemoteValue`: a struct of a decimal number.
open class DoubleRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.double
}

/// `@BaselineIntRemoteValue`: a struct of a whole number that can be a baseline.
open class BaselineIntRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.baselineInt
}

/// `@BaselineDoubleRemoteValue`: a struct of a decimal number that can be a baseline.
open class BaselineDoubleRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.baselineDouble
}

/// A macro for a struct of a number. The expansion follows from the shape of that struct.
protocol NumberRemoteValueMacro: MemberMacro, ExtensionMacro {
    static var shape: NumberShape { get }
}

extension NumberRemoteValueMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        shape.members(of: node, on: declaration, in: context)
    }

    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try shape.conformance(of: node, on: declaration, type: type, conformingTo: protocols, in: context)
    }
}

/// The common parts of the four number macros: a stored number, its range and its default.
struct NumberShape {
    let macro: MacroName
    /// `Int` or `Double`.
    let numberType: String
    /// The property that holds the number.
    let property: String
    let isBaselinable: Bool

    static let int = NumberShape(macro: .int, numberType: "Int", property: "integer", isBaselinable: false)
    static let double = NumberShape(
        macro: .double, numberType: "Double", property: "number", isBaselinable: false)
    static let baselineInt = NumberShape(
        macro: .baselineInt, numberType: "Int", property: "integer", isBaselinable: true)
    static let baselineDouble = NumberShape(
        macro: .baselineDouble, numberType: "Double", property: "number", isBaselinable: true)

    func members(
        of node: AttributeSyntax, on declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard isAccepted(node, declaration, reportingTo: context) else { return [] }
        let access = declaration.memberAccess(in: context)
        let range = node.argument("in")?.expression.trimmed
        let fields = (isBaselinable ? [("baseline", "Bool")] : []) + [(property, numberType)]
        let parameters = fields.map { "\($0): \($1)" }.joined(separator: ", ")
        let assignments = fields.map { name, _ in "self.\(name) = \(name)" }
        var members: [DeclSyntax] = fields.filter { !declaration.declaresProperty($0.0) }.map { name, type in
            "\(raw: access)let \(raw: name): \(raw: type)"
        }
        let check = ["guard Self.range.contains(\(property)) else {", "    return nil", "}"]
        members.append(
            initializer("\(access)init?(\(parameters))", body: (range == nil ? [] : check) + assignments))
        if !declaration.declaresDefault {
            // The default is chosen at compile time, so it is not checked at run time.
            members.append(
                initializer(
                    "private init(unchecked \(fields.last.map { "\($0): \($1)" } ?? ""))", body: unchecked))
        }
        return members
    }

    /// The body of the initializer for the default, which is a baseline if the type supports baselines.
    private var unchecked: [String] {
        (isBaselinable ? ["self.baseline = true"] : []) + ["self.\(property) = \(property)"]
    }

    private func initializer(_ signature: String, body: [String]) -> DeclSyntax {
        "\(raw: signature) {\n\(raw: body.map { "    " + $0 }.joined(separator: "\n"))\n}"
    }

    func conformance(
        of node: AttributeSyntax, on declaration: some DeclGroupSyntax, type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard isAccepted(node, declaration, reportingTo: nil) else { return [] }
        let access = declaration.memberAccess(in: context)
        var members: [DeclSyntax] = []
        if let range = node.argument("in")?.expression.trimmed, !declaration.declaresTypeProperty("range") {
            members.append("\(raw: access)static let range: ClosedRange<\(raw: numberType)> = \(range)")
        }
        if let value = node.argument("default")?.expression.trimmed, !declaration.declaresDefault {
            members.append("\(raw: access)static let `default` = Self(unchecked: \(value))")
        }
        return try ExtensionDeclSyntax.conformance(
            of: type, conformingTo: protocols, on: declaration, members: members)
    }

    private func isAccepted(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax,
        reportingTo context: (any MacroExpansionContext)?
    ) -> Bool {
        guard declaration.is(StructDeclSyntax.self) else {
            context?.report(.notAStruct(macro), at: declaration.introducer)
            return false
        }
        if let stored = declaration.firstStoredProperty(besides: ["baseline", property]) {
            context?.report(.storedProperty(macro, stored.plainText), at: stored)
            return false
        }
        return isWithinRange(node, reportingTo: context)
    }

    /// Returns whether the default lies in the range, if both are literals.
    private func isWithinRange(_ node: AttributeSyntax, reportingTo context: (any MacroExpansionContext)?)
        -> Bool
    {
        guard let range = node.argument("in")?.expression, let bounds = range.literalBounds else {
            return true
        }
        guard bounds.lower <= bounds.upper else {
            context?.report(.emptyRange(range.trimmedDescription), at: range)
            return false
        }
        guard let value = node.argument("default")?.expression, let number = value.literalNumber,
            number < bounds.lower || number > bounds.upper
        else { return true }
        context?.report(
            .defaultOutsideRange(value: value.trimmedDescription, range: range.trimmedDescription), at: value)
        return false
    }
}
