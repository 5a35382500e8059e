import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Finds declarations that only removed code used.
struct UnusedDeclarations {
    private let names: Set<String>
    private let file: ParsedFile
    private var counts: [String: Int] = [:]
    private var edits = SourceEdits()

    private let resolver: NameResolver

    /// Returns the changes that remove them.
    static func edits(for names: Set<String>, in file: ParsedFile, _ resolver: NameResolver) -> SourceEdits {
        var finder = UnusedDeclarations(names, file, resolver)
        file.tree.visitNodes { node in
            finder.check(node)
            return true
        }
        return finder.edits
    }

    private init(_ names: Set<String>, _ file: ParsedFile, _ resolver: NameResolver) {
        self.resolver = resolver
        self.names = names
        self.file = file
        for token in file.tree.tokens(viewMode: .sourceAccurate) {
            guard case .identifier = token.tokenKind else { continue }
            let name = token.plainName
            counts[
                name.unicodeScalars.first == "$" || name.unicodeScalars.first == "_"
                    ? String(name.dropFirst()) : name,
                default: 0] += 1
            if name.unicodeScalars.first == "_" { counts[name, default: 0] += 1 }
        }
    }

    private mutating func check(_ node: Syntax) {
        if let function = node.as(FunctionDeclSyntax.self) {
            check(function.name, function.modifiers, function.attributes, node)
        } else if let variable = node.as(VariableDeclSyntax.self) {
            check(variable, node)
        } else if !node.is(ExtensionDeclSyntax.self), let type = node.asProtocol((any DeclGroupSyntax).self),
            let name = node.asProtocol((any NamedDeclSyntax).self)?.name
        {
            check(name, type.modifiers, type.attributes, node)
        }
    }

    private mutating func check(
        _ name: TokenSyntax, _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax,
        _ node: Syntax
    ) {
        guard isUnused(name, in: node), attributes.areHarmless, modifiers.isPrivate || node.isLocalDeclaration
        else {
            return
        }
        remove(node)
    }

    private mutating func check(_ variable: VariableDeclSyntax, _ node: Syntax) {
        guard variable.bindings.count == 1, let binding = variable.bindings.first, let name = binding.name,
            isUnused(name, in: node), variable.attributes.areHarmless,
            // What `async let` starts is cancelled and awaited at the end of the body.
            !variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.async) })
        else { return }
        if let value = binding.initializer?.value, !resolver.isPure(value), !value.isFirebase {
            // Keep side effects of the value.
            guard node.isLocalDeclaration, binding.typeAnnotation == nil else { return }
            return edits.replace(node.range.lowerBound..<binding.pattern.range.upperBound, with: "_")
        }
        guard variable.modifiers.isPrivate || node.isLocalDeclaration else { return }
        // A stored property without a value is set somewhere.
        guard binding.initializer != nil || binding.accessorBlock != nil, !resolver.isEncoded(variable) else {
            return
        }
        remove(node)
    }

    private func isUnused(_ name: TokenSyntax, in node: Syntax) -> Bool {
        guard names.contains(name.plainName), !edits.isGone(node.range.lowerBound) else { return false }
        let own = node.tokens(viewMode: .sourceAccurate).count { token in
            if case .identifier = token.tokenKind { token.plainName == name.plainName } else { false }
        }
        return counts[name.plainName, default: 0] == own
    }

    private mutating func remove(_ node: Syntax) {
        let item = node.declarationItem
        edits.replace(file.text.removal(ofItem: item))
    }
}

extension NameResolver {
    /// Whether a property is stored in values that are encoded with all their properties.
    func isEncoded(_ node: VariableDeclSyntax) -> Bool {
        let isStored = node.bindings.contains { $0.accessorBlock == nil }
        let isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
        guard isStored, !isStatic, node.parent?.is(MemberBlockItemSyntax.self) == true,
            let group = Syntax(node).enclosingGroup
        else { return false }
        return key(of: group).map { inherits($0, from: ["Codable", "Encodable"]) } ?? true
    }
}

extension ExprSyntax {
    /// Whether it is the client of Firebase's SDK, which the app creates anyway.
    fileprivate var isFirebase: Bool { trimmedDescription == "RemoteConfig.remoteConfig()" }
}

extension AttributeListSyntax {
    /// Whether only the app's own code can use a declaration with these attributes.
    var areHarmless: Bool {
        let known: Set = [
            "ViewBuilder", "MainActor", "discardableResult", "inline", "Sendable", "available", "concurrent",
        ]
        return allSatisfy { element in
            element.as(AttributeSyntax.self).map { known.contains($0.attributeName.lastName) } ?? false
        }
    }
}

extension DeclModifierListSyntax {
    /// Whether only the file can use a declaration with these modifiers.
    var isPrivate: Bool {
        contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }
            && !contains { ["override", "dynamic"].contains($0.name.text) }
    }
}

extension Syntax {
    /// Whether it is declared in the body of a function.
    fileprivate var isLocalDeclaration: Bool {
        guard let item = parent?.as(CodeBlockItemSyntax.self) else { return false }
        return item.parent?.parent?.is(SourceFileSyntax.self) != true
    }
}
