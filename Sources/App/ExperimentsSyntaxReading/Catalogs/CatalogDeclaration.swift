import SwiftSyntax

/// A catalog: an enum in an extension of `Keys` whose plain declarations become keys with `@RemoteKeys`.
package struct CatalogDeclaration {
    /// The macro's attribute.
    package static let attribute = "RemoteKeys"
    /// The name of the enum.
    package let name: TokenSyntax
    /// The declarations of keys, in order.
    package let entries: [CatalogEntry]

    /// Reads an enum; nil if it does not have the attribute.
    package init?(_ node: EnumDeclSyntax) {
        guard let attribute = node.attributes.attribute(Self.attribute) else { return nil }
        self.init(node, attribute)
    }

    /// Reads an enum that has the attribute.
    package init(_ node: EnumDeclSyntax, _ attribute: AttributeSyntax) {
        name = node.name
        let naming = attribute.argument("naming")?.expression.as(MemberAccessExprSyntax.self)?.declName
            .baseName.text
        let rule = naming.flatMap(NamingRule.init) ?? .snakeCase
        let prefix = attribute.argument("prefix")?.expression.textLiteral ?? ""
        var group = attribute.argument("group")?.expression.textLiteral
        var entries: [CatalogEntry] = []
        for member in node.memberBlock.members {
            if let heading = member.leadingTrivia.heading { group = heading }
            guard let declaration = member.decl.as(VariableDeclSyntax.self), declaration.isKey else {
                continue
            }
            entries += declaration.bindings.compactMap { binding in
                CatalogEntry(binding, of: declaration, in: group) { prefix + rule.name(of: $0) }
            }
        }
        self.entries = entries
    }
}

extension AttributeListSyntax {
    /// Returns the attribute called `name`.
    package func attribute(_ name: String) -> AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.lastName == name }
    }
}

extension VariableDeclSyntax {
    /// Whether it is a static property that is visible from outside.
    fileprivate var isKey: Bool {
        let words = modifiers.filter { $0.detail == nil }.map(\.name.tokenKind)
        return words.contains(.keyword(.static)) && !words.contains(.keyword(.private))
    }
}

extension Trivia {
    /// The text of the last heading comment, for example `// MARK: - Shelf`.
    fileprivate var heading: String? {
        lazy.compactMap { piece -> String? in
            guard case .lineComment(let text) = piece, text.hasPrefix("// MARK: ") else { return nil }
            let words = text.dropFirst("// MARK: ".count).drop { $0 == "-" || $0 == " " }
            return words.isEmpty ? nil : String(words)
        }.last
    }
}

/// A rule that derives the names of keys from those of properties.
package enum NamingRule: String {
    case snakeCase, kebabCase, asWritten

    /// Returns the name for a property: `itemsPerRow` becomes `items_per_row`.
    package func name(of property: String) -> String {
        switch self {
        case .snakeCase: words(of: property).joined(separator: "_")
        case .kebabCase: words(of: property).joined(separator: "-")
        case .asWritten: property
        }
    }

    /// Returns the words in lower case. A word begins at a capital letter. Several capitals in a row are one word,
    /// except that the last one begins a new word if a small letter follows it: `openURLTwice` is open, url, twice.
    private func words(of property: String) -> [String] {
        let letters = Array(property)
        var words: [String] = []
        for (index, letter) in letters.enumerated() {
            let isFollowedBySmall = index + 1 < letters.count && letters[index + 1].isLowercase
            let beginsWord =
                letter.isUppercase && (index > 0 && !letters[index - 1].isUppercase || isFollowedBySmall)
            if letter == "_" || words.isEmpty || beginsWord { words.append("") }
            if letter != "_" { words[words.count - 1] += letter.lowercased() }
        }
        return words.filter { !$0.isEmpty }
    }
}
