import ExperimentsSyntaxReading
import SwiftSyntax

/// A declaration with a name.
package struct Declaration: Sendable {
    package enum Kind: Sendable {
        case type, protocolType, alias, typeParameter, function, variable, enumCase, initializer, subscripting
    }

    package let kind: Kind
    package let name: String
    /// The declaration, or for variables its binding, and for cases its element.
    package let node: Syntax
    /// The path of the file.
    package let file: String
    /// The type or the extension around it; nil for a declaration of the file.
    package let owner: Syntax?
    /// For types, the name with those of the types around it.
    package let path: [String]
    /// Whether it is in the body of a function.
    package let isLocal: Bool
    /// Whether it is in `#if`.
    package let isConditional: Bool
    package let modifiers: [String]

    /// Whether it belongs to a type and not to its values.
    package var isStatic: Bool {
        kind == .enumCase || modifiers.contains("static") || modifiers.contains("class")
    }

    /// Whether only its file can use it.
    package var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }

    /// The variable that a binding is of.
    package var variable: VariableDeclSyntax? {
        node.parent?.parent?.as(VariableDeclSyntax.self)
    }
}

/// The declarations of a file.
package struct FileNames: Sendable {
    package let path: String
    package let root: SyntaxIdentifier
    package let tree: SourceFileSyntax
    private(set) var byName: [String: [Declaration]] = [:]
    /// The members of each type and each extension.
    private(set) var members: [SyntaxIdentifier: [Declaration]] = [:]
    /// The extensions, by the last name of what they extend.
    private(set) var extensions: [String: [ExtensionDeclSyntax]] = [:]

    package init(_ tree: SourceFileSyntax, path: String) {
        self.path = path
        self.tree = tree
        root = Syntax(tree).root.id
        collect(Syntax(tree), Place())
    }

    /// Returns the types and extensions that have a static member, or a case, with a name.
    package func statics(named name: String) -> [Syntax] {
        (byName[name] ?? []).filter { $0.isStatic && !$0.isLocal }.compactMap(\.owner)
    }

    private struct Place {
        var owner: Syntax?
        var path: [String] = []
        var isLocal = false
        var isConditional = false
    }

    private mutating func collect(_ node: Syntax, _ place: Place) {
        var inner = place
        switch node.as(SyntaxEnum.self) {
        case .ifConfigDecl: inner.isConditional = true
        case .codeBlock, .closureExpr, .accessorBlock: inner.isLocal = true
        case .extensionDecl(let declaration):
            extensions[declaration.extendedType.lastName, default: []].append(declaration)
            inner.owner = node
            inner.path = declaration.extendedType.namePath ?? [declaration.extendedType.lastName]
        case .structDecl(let declaration): inner = enter(declaration, declaration.name, place)
        case .classDecl(let declaration): inner = enter(declaration, declaration.name, place)
        case .enumDecl(let declaration): inner = enter(declaration, declaration.name, place)
        case .actorDecl(let declaration): inner = enter(declaration, declaration.name, place)
        case .protocolDecl(let declaration):
            inner = enter(declaration, declaration.name, place, .protocolType)
        case .typeAliasDecl(let declaration):
            add(.alias, declaration.name.plainText, node, place, declaration.modifiers)
        case .associatedTypeDecl(let declaration):
            add(.typeParameter, declaration.name.plainText, node, place, declaration.modifiers)
        case .functionDecl(let declaration):
            add(.function, declaration.name.plainText, node, place, declaration.modifiers)
        case .initializerDecl(let declaration): add(.initializer, "init", node, place, declaration.modifiers)
        case .subscriptDecl(let declaration):
            add(.subscripting, "subscript", node, place, declaration.modifiers)
        case .variableDecl(let declaration):
            for binding in declaration.bindings {
                for name in binding.pattern.names {
                    add(.variable, name.plainText, Syntax(binding), place, declaration.modifiers)
                }
            }
        case .enumCaseElement(let element): add(.enumCase, element.name.plainText, node, place, [])
        case .token: return
        default: break
        }
        for child in node.children(viewMode: .sourceAccurate) { collect(child, inner) }
    }

    private mutating func enter(
        _ node: some DeclGroupSyntax, _ name: TokenSyntax, _ place: Place, _ kind: Declaration.Kind = .type
    ) -> Place {
        var inner = place
        inner.path = place.path + [name.plainText]
        add(kind, name.plainText, Syntax(node), inner, node.modifiers, owner: place.owner)
        inner.owner = Syntax(node)
        inner.isLocal = false
        inner.isConditional = false
        return inner
    }

    private mutating func add(
        _ kind: Declaration.Kind, _ name: String, _ node: Syntax, _ place: Place,
        _ modifiers: DeclModifierListSyntax,
        owner: Syntax?? = nil
    ) {
        let declaration = Declaration(
            kind: kind, name: name, node: node, file: path, owner: owner ?? place.owner, path: place.path,
            isLocal: place.isLocal, isConditional: place.isConditional,
            modifiers: modifiers.filter { $0.detail == nil }.map(\.name.text))
        // The variables of a body are found where they are used.
        let isNamed = !place.isLocal || [.type, .protocolType, .alias].contains(kind)
        if isNamed { byName[name, default: []].append(declaration) }
        if !place.isLocal, let owner = declaration.owner {
            members[owner.id, default: []].append(declaration)
        }
    }
}

extension PatternSyntax {
    /// The names that a pattern declares.
    var names: [TokenSyntax] { nodes(of: IdentifierPatternSyntax.self).map(\.identifier) }
}
