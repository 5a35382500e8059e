import SwiftSyntax

extension DeclGroupSyntax {
    package var nestedEnums: [EnumDeclSyntax] {
        memberBlock.members.compactMap { $0.decl.as(EnumDeclSyntax.self) }
    }

    package var caseNames: [TokenSyntax] {
        memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap {
            $0.elements.map(\.name)
        }
    }

    /// Whether the type declares a case or a type property `default` itself.
    package var declaresDefault: Bool {
        declaresTypeProperty("default") || caseNames.contains { $0.plainText == "default" }
    }

    package func declaresTypeProperty(_ name: String) -> Bool {
        properties.contains { property in
            property.isStatic && property.declaration.bindings.contains { $0.name?.plainText == name }
        }
    }

    package func declaresProperty(_ name: String) -> Bool {
        properties.contains { property in
            !property.isStatic && property.declaration.bindings.contains { $0.name?.plainText == name }
        }
    }

    package func declaresInitializer(_ labels: String...) -> Bool {
        memberBlock.members.contains { member in
            guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
            return initializer.signature.parameterClause.parameters.map(\.firstName.plainText) == labels
        }
    }

    /// The bindings of stored instance properties, in order.
    package var storedBindings: [PatternBindingSyntax] {
        properties.lazy.filter { !$0.isStatic }.flatMap(\.declaration.bindings).filter(\.isStored)
    }

    private var properties: [(declaration: VariableDeclSyntax, isStatic: Bool)] {
        memberBlock.members.compactMap { member in
            member.decl.as(VariableDeclSyntax.self).map {
                ($0, $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) })
            }
        }
    }
}

extension PatternBindingSyntax {
    package var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }

    fileprivate var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let accessors):
            accessors.allSatisfy {
                [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
            }
        }
    }
}

extension TokenSyntax {
    /// The text without the backticks that allow a keyword as a name.
    package var plainText: String {
        guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension DeclGroupSyntax {
    /// Returns the first stored property that a generated initializer would not set.
    package func firstStoredProperty(besides names: Set<String>) -> TokenSyntax? {
        storedBindings.lazy.filter { $0.initializer == nil }.compactMap(\.name)
            .first { !names.contains($0.plainText) }
    }

    /// The names of the inherited types in order, without module names.
    package var inheritedNames: [String] { inheritanceClause?.inheritedTypes.map(\.type.lastName) ?? [] }

    /// The inherited `String`, at any position.
    package var inheritedString: InheritedTypeSyntax? {
        inheritanceClause?.inheritedTypes.first { $0.type.lastName == "String" }
    }

    /// Whether the raw type is `String`. Swift requires a raw type to come first.
    package var hasStringRawType: Bool { inheritedNames.first == "String" }
}

extension TypeSyntax {
    /// `String` for both `String` and `Swift.String`.
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
