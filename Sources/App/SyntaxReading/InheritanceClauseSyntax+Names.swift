import SwiftSyntax

extension DeclGroupSyntax {
    /// The inherited types by name, without the module in front, in order.
    package var inheritedNames: [String] {
        inheritanceClause?.inheritedTypes.map(\.type.lastName) ?? []
    }

    /// The inherited `String`, wherever it stands.
    package var inheritedString: InheritedTypeSyntax? {
        inheritanceClause?.inheritedTypes.first { $0.type.lastName == "String" }
    }

    /// Whether the raw type is `String`: Swift demands that a raw type comes first.
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
    /// Whether one of the attributes is `name`, or one of ours where no name is given.
    package func contains(_ names: some Collection<MacroName>) -> Bool {
        contains { element in
            guard let attribute = element.as(AttributeSyntax.self) else { return false }
            return names.contains { $0.rawValue == attribute.attributeName.lastName }
        }
    }
}
