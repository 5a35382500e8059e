import SwiftSyntax

extension DeclGroupSyntax {
    /// The names of the inherited types in order, without module names.
    package var inheritedNames: [String] {
        inheritanceClause?.inheritedTypes.map(\.type.lastName) ?? []
    }

    /// The inherited `String`, at any position.
    package var inheritedString: InheritedTypeSyntax? {
        inheritanceClause?.inheritedTypes.first { $0.type.lastName == "String" }
    }

    /// Whether the raw type is `String`. Swift requires a raw type to come first.
    package var hasStringRawType: Bool { inheritedNames.first == "String" }
}

extension TypeSyntax {
    /// `String` of both `String` and `Swift.String`.
    package var lastName: String {
        if let member = self.as(MemberTypeSyntax.self) { return member.name.plainText }
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.lastName }
        return self.as(IdentifierTypeSyntax.self)?.name.plainText ?? trimmedDescription
    }
}

extension AttributeListSyntax {
    /// Returns whether one of the attributes has one of these names. Without names, any macro of this package counts.
    package func contains(_ names: some Collection<MacroName>) -> Bool {
        contains { element in
            guard let attribute = element.as(AttributeSyntax.self) else { return false }
            return names.contains { $0.rawValue == attribute.attributeName.lastName }
        }
    }
}
