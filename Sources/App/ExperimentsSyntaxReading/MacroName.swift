import SwiftSyntax

/// The macros of this package, with the names of their attributes.
package enum MacroName: String, CustomStringConvertible, CaseIterable {
    case string = "StringRemoteValue"
    case bool = "BoolRemoteValue"
    case baselineString = "BaselineStringRemoteValue"
    case baselineBool = "BaselineBoolRemoteValue"
    case int = "IntRemoteValue"
    case double = "DoubleRemoteValue"
    case baselineInt = "BaselineIntRemoteValue"
    case baselineDouble = "BaselineDoubleRemoteValue"
    case json = "JSONRemoteValue"

    package var description: String { "@" + rawValue }

    /// Returns the macro that `@RemoteValuesNamespace` adds to a type in it; nil if the type is not changed.
    package static func given(byNamespaceTo node: some DeclGroupSyntax) -> MacroName? {
        guard !node.attributes.contains(allCases) else { return nil }
        if node.is(EnumDeclSyntax.self) { return node.inheritedString == nil ? .bool : .string }
        // A struct that declares its conformance was written by hand.
        guard node.is(StructDeclSyntax.self),
            !node.inheritedNames.contains(where: { $0.hasSuffix("RemoteValue") })
        else { return nil }
        return node.nestedEnums.isEmpty ? .baselineBool : .baselineString
    }
}

extension AttributeSyntax {
    /// Returns the argument called `label`.
    package func argument(_ label: String) -> LabeledExprSyntax? {
        arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.plainText == label }
    }
}
