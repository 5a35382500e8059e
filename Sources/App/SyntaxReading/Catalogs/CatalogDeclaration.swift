import SwiftSyntax

/// A catalogue of plain declarations from which `@RemoteKeys` makes keys: an enum in an extension of `Keys`.
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
        let naming = attribute.argument("naming")?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        let rule = naming.flatMap(NamingRule.init) ?? .snakeCase
        let prefix = attribute.argument("prefix")?.expression.textLiteral ?? ""
        var group = attribute.argument("group")?.expression.textLiteral
        var entries: [CatalogEntry] = []
        for member in node.memberBlock.members {
            if let heading = member.leadingTrivia.heading { group = heading }
            guard let declaration = member.decl.as(VariableDeclSyntax.self), declaration.isKey else { continue }
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
