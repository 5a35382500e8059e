import SwiftSyntax
import SwiftSyntaxBuilder
import SyntaxReading

/// The extension that a macro adds to a type.
enum ConformanceExtension {
    /// Returns the extension for an enum on which a macro cannot be used. It adds the conformance that Swift would have
    /// synthesised without the macro, so that no further errors are reported.
    static func afterRefusal(
        of type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax], on declaration: some DeclGroupSyntax
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(EnumDeclSyntax.self) else { return [] }
        let equatable = protocols.filter { $0.lastName == "Equatable" }
        return try self.declaration(of: type, conformingTo: equatable, on: declaration)
    }

    /// Returns an extension that adds `protocols` in alphabetical order, without those that the declaration already
    /// states, and the members; nil if there is nothing to add.
    ///
    /// The extension is nonisolated: values are read from any task, also in modules where everything else belongs to
    /// the main actor unless it says otherwise.
    static func declaration(
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
