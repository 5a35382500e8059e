import ExperimentsSyntaxReading
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DeclGroupSyntax {
    /// The modifier that makes members as visible as the type, followed by a blank: `public `, `package ` or nothing,
    /// which is also used for private types.
    ///
    /// A public type inside one that is not public is no more visible than that one, and the compiler allows no public
    /// members in an extension of it.
    func memberAccess(in context: some MacroExpansionContext) -> String {
        let outer = Array(context.lexicalContext)
        var levels = [modifiers.accessLevel ?? outer.first?.accessOfMembers]
        for (index, node) in outer.enumerated() {
            guard let group = node.asProtocol((any DeclGroupSyntax).self), !node.is(ExtensionDeclSyntax.self)
            else {
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
    /// The access level of an extension's members without their own modifier.
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
    /// Returns the extension for an enum that a macro cannot be used on. It adds the conformance that Swift would have
    /// synthesized without the macro, so that no further errors are reported.
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
    /// The extension is nonisolated, because values are read from any task, even in modules that are isolated to the
    /// main actor by default.
    static func conformance(
        of type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        on declaration: some DeclGroupSyntax,
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
