import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SyntaxReading

extension DeclGroupSyntax {
    /// The modifier that members need to be visible wherever the type is, with a blank after it: `public `, `package ` or
    /// nothing, which also serves what is private.
    ///
    /// A public type within one that is not public is no more visible than that, and the compiler allows no public
    /// members in an extension of it.
    func memberAccess(in context: some MacroExpansionContext) -> String {
        let outer = Array(context.lexicalContext)
        var levels = [modifiers.accessLevel ?? outer.first?.accessOfMembers]
        for (index, node) in outer.enumerated() {
            guard let group = node.asProtocol((any DeclGroupSyntax).self), !node.is(ExtensionDeclSyntax.self) else {
                continue
            }
            levels.append(group.modifiers.accessLevel ?? outer.dropFirst(index + 1).first?.accessOfMembers)
        }
        let isPublic = levels.allSatisfy { $0 == .public || $0 == .open }
        if isPublic { return "public " }
        return levels.allSatisfy { $0 == .public || $0 == .open || $0 == .package } ? "package " : ""
    }
}

extension Syntax {
    /// The level that the members of an extension have without a modifier of their own.
    fileprivate var accessOfMembers: Keyword? { self.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel }
}

extension DeclModifierListSyntax {
    /// The access level as written.
    var accessLevel: Keyword? {
        for modifier in self where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(let level)
            where [.open, .public, .package, .internal, .fileprivate, .private].contains(level):
                return level
            default: continue
            }
        }
        return nil
    }
}

/// The extension that a macro adds to a type.
extension ExtensionDeclSyntax {
    /// Returns the extension for an enum on which a macro cannot be used. It adds the conformance that Swift would have
    /// synthesised without the macro, so that no further errors are reported.
    static func afterRefusal(
        of type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax], on declaration: some DeclGroupSyntax
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(EnumDeclSyntax.self) else { return [] }
        let equatable = protocols.filter { $0.lastName == "Equatable" }
        return try conformance(of: type, conformingTo: equatable, on: declaration)
    }

    /// Returns an extension that adds `protocols` in alphabetical order, without those that the declaration already
    /// states, and the members; nil if there is nothing to add.
    ///
    /// The extension is nonisolated: values are read from any task, also in modules where everything else belongs to
    /// the main actor unless it says otherwise.
    static func conformance(
        of type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax], on declaration: some DeclGroupSyntax,
        members: [DeclSyntax] = []
    ) throws -> [ExtensionDeclSyntax] {
        var stated = Set(declaration.inheritedNames)
        if stated.contains("Codable") { stated.formUnion(["Decodable", "Encodable"]) }
        let names = protocols.map(\.trimmedDescription).filter { name in
            !stated.contains(name.split(separator: ".").last.map(String.init) ?? name)
        }.sorted()
        guard !names.isEmpty || !members.isEmpty else { return [] }
        let clause = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
        return [
            try ExtensionDeclSyntax("nonisolated extension \(type.trimmed)\(raw: clause)") {
                for member in members { member }
            }
        ]
    }
}
