import SwiftSyntax
import SwiftSyntaxMacros

/// `@IntRemoteValue`: a struct of a whole number.
public struct IntRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.int
}

/// `@DoubleRemoteValue`: a struct of a decimal number.
public struct DoubleRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.double
}

/// `@BaselineIntRemoteValue`: a struct of a whole number that can be a baseline.
public struct BaselineIntRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.baselineInt
}

/// `@BaselineDoubleRemoteValue`: a struct of a decimal number that can be a baseline.
public struct BaselineDoubleRemoteValueMacro: NumberRemoteValueMacro {
    static let shape = NumberShape.baselineDouble
}

/// A macro for a struct of a number, which follows from the shape of that struct.
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
