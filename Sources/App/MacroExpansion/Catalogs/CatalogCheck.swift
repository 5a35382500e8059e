import SwiftSyntax
import SwiftSyntaxMacros
import SyntaxReading

/// The declarations of a catalogue from which keys can be made. Problems with the others are reported.
struct CatalogCheck {
    private(set) var entries: [CatalogEntry] = []
    private let context: (any MacroExpansionContext)?

    /// Checks a catalogue. Without a context, reports nothing.
    init(_ catalog: EnumDeclSyntax, _ attribute: AttributeSyntax, reportingTo context: (any MacroExpansionContext)?) {
        self.context = context
        for label in ["prefix", "group"] {
            guard let text = attribute.argument(label)?.expression, text.textLiteral == nil else { continue }
            context?.report(.notALiteral(label), at: text)
        }
        for name in catalog.caseNames { context?.report(.isACase(name.plainText), at: name) }
        for member in catalog.memberBlock.members where member.decl.is(IfConfigDeclSyntax.self) {
            context?.report(.conditional, at: member.decl)
        }
        var first: [String: CatalogEntry] = [:]
        for entry in CatalogDeclaration(catalog, attribute).entries {
            guard let name = entry.name else {
                context?.report(.notALiteral("name"), at: place(of: entry))
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

    /// Returns whether keys can have the type, as far as the declaration shows it.
    private func isTypeKnown(_ entry: CatalogEntry) -> Bool {
        guard entry.detail("reading") == nil, entry.detail("optional") == nil, entry.detail("isJSON") == nil else {
            return true
        }
        let value = entry.binding.initializer?.value
        let type = entry.binding.typeAnnotation?.type
        if let name = type?.lastName, ["Float", "Float16", "CGFloat"].contains(name) {
            context?.report(.otherNumber(name), at: type.map(Syntax.init) ?? Syntax(entry.property))
        } else if value?.is(ArrayExprSyntax.self) == true || value?.is(DictionaryExprSyntax.self) == true {
            context?.report(.list, at: entry.property)
        } else if value?.is(NilLiteralExprSyntax.self) == true {
            context?.report(.noDefault, at: entry.property)
        } else {
            return true
        }
        return false
    }

    /// Returns whether the default is one of the valid values, as far as literals show it.
    private func isDefaultValid(_ entry: CatalogEntry) -> Bool {
        let value = entry.binding.initializer?.value
        if entry.detail("optional") != nil, let value, !value.is(NilLiteralExprSyntax.self) {
            context?.report(.optionalDefault, at: value)
            return false
        }
        if let range = entry.detail("in"), let (lower, upper) = NumberLiteral.bounds(of: range) {
            guard lower <= upper else {
                context?.report(.emptyRange(range.trimmedDescription), at: range)
                return false
            }
            if let value, let number = NumberLiteral.value(of: value), !(lower...upper).contains(number) {
                context?.report(
                    .defaultOutsideRange(value: value.trimmedDescription, range: range.trimmedDescription), at: value)
                return false
            }
        }
        let cases = entry.detail("oneOf")?.as(ArrayExprSyntax.self)?.elements.map(\.expression.textLiteral) ?? []
        if let value, let text = value.textLiteral, !cases.isEmpty, !cases.contains(nil), !cases.contains(text) {
            context?.report(.defaultNotListed(text), at: value)
            return false
        }
        return true
    }
}
