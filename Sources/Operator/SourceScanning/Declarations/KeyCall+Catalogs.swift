import SwiftParser
import SwiftSyntax
import SyntaxReading

extension KeyCall {
    /// The keys that an extension of `Keys` declares, itself and in catalogues, in order.
    static func calls(in members: MemberBlockSyntax, _ file: ScannedFile) -> [KeyCall] {
        members.declarations.flatMap { declaration -> [KeyCall] in
            if let node = declaration.as(EnumDeclSyntax.self), let catalog = CatalogDeclaration(node) {
                return catalog.entries.compactMap { KeyCall($0, in: file) }
            }
            guard let property = declaration.as(VariableDeclSyntax.self), property.isStatic else { return [] }
            return property.bindings.compactMap { KeyCall($0, in: file) }
        }
    }

    /// Reads a declaration of a catalogue as the call that `@RemoteKeys` makes of it.
    private init?(_ entry: CatalogEntry, in file: ScannedFile) {
        let value = entry.binding.valueExpression?.trimmedDescription ?? "unknown"
        // A reading says more of what is valid than a type does.
        let type = entry.detail("reading") == nil ? entry.binding.typeAnnotation?.type : nil
        let call = entry.expression(default: value, of: type)
        let tree = Parser.parse(source: "let key = \(call)")
        guard let binding = tree.statements.first?.item.as(VariableDeclSyntax.self)?.bindings.first else { return nil }
        self.init(entry.property, binding, in: file)
    }
}

extension VariableDeclSyntax {
    fileprivate var isStatic: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.static) } }
}
