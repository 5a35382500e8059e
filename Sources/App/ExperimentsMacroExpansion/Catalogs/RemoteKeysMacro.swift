import ExperimentsSyntaxReading
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@RemoteKeys`: adds a key next to a catalog for each of its declarations, and a list of all keys in the catalog.
open class RemoteKeysMacro: PeerMacro, MemberMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let catalog = declaration.as(EnumDeclSyntax.self) else {
            context.report(.catalogNotAnEnum, at: node)
            return []
        }
        guard context.isInKeys(catalog) else {
            context.report(.notInKeys, at: catalog.name)
            return []
        }
        return CatalogCheck(catalog, node, reportingTo: context).entries.map { entry in
            let property = entry.property.trimmedDescription
            let key = entry.expression(default: "\(catalog.name.trimmedDescription).\(property)")
            let access =
                (entry.declaration.modifiers.accessLevel ?? catalog.modifiers.accessLevel)?.beside ?? ""
            return
                "\(raw: entry.declaration.documentation)\(raw: access)static let \(raw: property) = \(raw: key)"
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
            /// The keys of the catalog, in order.
            \(raw: access)static let allKeys: [any RemoteKey] = [\(raw: names.joined(separator: ", "))]
            """
        ]
    }
}

/// `@KeyDetails`: expands to nothing, because `@RemoteKeys` reads it.
open class KeyDetailsMacro: PeerMacro {
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
    /// The access modifier, followed by a blank, for a neighboring declaration with the same visibility.
    fileprivate var beside: String {
        switch self {
        case .public, .open: "public "
        case .package: "package "
        case .fileprivate, .private: "fileprivate "
        default: ""
        }
    }
}

/// The declarations of a catalog that can become keys. Problems with the others are reported.
struct CatalogCheck {
    private(set) var entries: [CatalogEntry] = []
    private let context: (any MacroExpansionContext)?

    /// Checks a catalog. Without a context, reports nothing.
    init(
        _ catalog: EnumDeclSyntax, _ attribute: AttributeSyntax,
        reportingTo context: (any MacroExpansionContext)?
    ) {
        self.context = context
        for label in ["prefix", "group"] {
            guard let text = attribute.argument(label)?.expression, text.textLiteral == nil else { continue }
            context?.report(.notAStringLiteral(label), at: text)
        }
        for name in catalog.caseNames { context?.report(.isACase(name.plainText), at: name) }
        for member in catalog.memberBlock.members where member.decl.is(IfConfigDeclSyntax.self) {
            context?.report(.conditional, at: member.decl)
        }
        var first: [String: CatalogEntry] = [:]
        for entry in CatalogDeclaration(catalog, attribute).entries {
            guard let name = entry.name else {
                context?.report(.notAStringLiteral("name"), at: place(of: entry))
                continue
            }
            if name.isEmpty {
                context?.report(.noName, at: place(of: entry))
            } else if let other = first[name] {
                context?.report(.sameName(name, other.property.plainText), at: place(of: entry))
            } else {
                first[name] = entry
                if isTypeKnown(entry), isDefaultValid(entry) { entries.append(entry) }
            }
        }
    }

    private func place(of entry: CatalogEntry) -> Syntax {
        entry.nameExpression.map(Syntax.init) ?? Syntax(entry.property)
    }

    /// Returns whether keys can have the type, as far as the declaration shows.
    private func isTypeKnown(_ entry: CatalogEntry) -> Bool {
        guard entry.detail("reading") == nil, entry.detail("optional") == nil, entry.detail("isJSON") == nil
        else {
            return true
        }
        let value = entry.binding.initializer?.value
        let type = entry.binding.typeAnnotation?.type
        if let name = type?.lastName, ["Float", "Float16", "CGFloat"].contains(name) {
            context?.report(.otherNumber(name), at: type.map(Syntax.init) ?? Syntax(entry.property))
        } else if value?.is(ArrayExprSyntax.self) == true || value?.is(DictionaryExprSyntax.self) == true {
            context?.report(.list, at: entry.property)
        } else if value?.is(NilLiteralExprSyntax.self) == true {
            context?.report(.keyWithoutDefault, at: entry.property)
        } else {
            return true
        }
        return false
    }

    /// Returns whether the default is one of the valid values, as far as literals show.
    private func isDefaultValid(_ entry: CatalogEntry) -> Bool {
        let value = entry.binding.initializer?.value
        if entry.detail("optional") != nil, let value, !value.is(NilLiteralExprSyntax.self) {
            context?.report(.optionalDefault, at: value)
            return false
        }
        if let range = entry.detail("in"), let (lower, upper) = range.literalBounds {
            guard lower <= upper else {
                context?.report(.emptyRange(range.trimmedDescription), at: range)
                return false
            }
            if let value, let number = value.literalNumber, !(lower...upper).contains(number) {
                context?.report(
                    .defaultOutsideRange(value: value.trimmedDescription, range: range.trimmedDescription),
                    at: value)
                return false
            }
        }
        let cases =
            entry.detail("oneOf")?.as(ArrayExprSyntax.self)?.elements.map(\.expression.textLiteral) ?? []
        if let value, let text = value.textLiteral, !cases.isEmpty, !cases.contains(nil),
            !cases.contains(text)
        {
            context?.report(.defaultNotListed(text), at: value)
            return false
        }
        return true
    }
}
