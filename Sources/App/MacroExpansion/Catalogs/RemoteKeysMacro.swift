import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SyntaxReading

/// `@RemoteKeys`: a key beside a catalogue for each of its declarations, and the list of them in it.
public struct RemoteKeysMacro: PeerMacro, MemberMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let catalog = declaration.as(EnumDeclSyntax.self) else {
            context.report(.notAnEnum, at: node)
            return []
        }
        guard context.isInKeys(catalog) else {
            context.report(.notInKeys, at: catalog.name)
            return []
        }
        return CatalogCheck(catalog, node, reportingTo: context).entries.map { entry in
            let property = entry.property.trimmedDescription
            let key = entry.expression(default: "\(catalog.name.trimmedDescription).\(property)")
            let access = (entry.declaration.modifiers.accessLevel ?? catalog.modifiers.accessLevel)?.beside ?? ""
            return "\(raw: entry.declaration.documentation)\(raw: access)static let \(raw: property) = \(raw: key)"
        }
    }

    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let catalog = declaration.as(EnumDeclSyntax.self), context.isInKeys(catalog) else { return [] }
        let names = CatalogCheck(catalog, node, reportingTo: nil).entries.map {
            "Keys.\($0.property.trimmedDescription)"
        }
        let access = catalog.modifiers.accessLevel?.beside ?? ""
        return [
            """
            /// The keys of the catalogue, in order.
            \(raw: access)static let allKeys: [any RemoteKey] = [\(raw: names.joined(separator: ", "))]
            """
        ]
    }
}

/// `@KeyDetails`: expands to nothing; `@RemoteKeys` reads it.
public struct KeyDetailsMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let isStatic = declaration.as(VariableDeclSyntax.self)?.modifiers.contains {
            $0.name.tokenKind == .keyword(.static)
        }
        let catalog = context.lexicalContext.first?.as(EnumDeclSyntax.self)
        if isStatic != true || catalog?.attributes.attribute(CatalogDeclaration.attribute) == nil {
            context.report(.detailsElsewhere, at: node)
        }
        return []
    }
}

extension MacroExpansionContext {
    /// Returns whether an enum is a direct member of an extension of `Keys`.
    fileprivate func isInKeys(_ catalog: EnumDeclSyntax) -> Bool {
        let around = lexicalContext.drop { $0.as(EnumDeclSyntax.self)?.name.text == catalog.name.text }
        return around.first?.as(ExtensionDeclSyntax.self)?.extendedType.lastName == "Keys"
    }
}

extension VariableDeclSyntax {
    /// The documentation comment, line by line.
    fileprivate var documentation: String {
        leadingTrivia.reduce(into: "") { text, piece in
            if case .docLineComment(let line) = piece { text += line + "\n" }
        }
    }
}

extension Keyword {
    /// The access modifier, followed by a blank, that makes a declaration next to this one as visible as this one.
    fileprivate var beside: String {
        switch self {
        case .public, .open: "public "
        case .package: "package "
        case .fileprivate, .private: "fileprivate "
        default: ""
        }
    }
}
