import SwiftParser
import SwiftSyntax
import SyntaxReading

/// Gathers the types, extensions, protocols and aliases of files, the nested ones included.
struct DeclarationCollector {
    struct Extension {
        let path: [String]
        let inherited: [String]
        let members: MemberBlockSyntax
        let file: ScannedFile
    }

    private(set) var types: [TypeDeclaration] = []
    private(set) var extensions: [Extension] = []
    private(set) var protocols: [String: [String]] = [:]
    private(set) var aliases: [String: [String]] = [:]
    private(set) var keyCalls: [KeyCall] = []
    private(set) var constants = Constants()

    mutating func collect(_ source: SourceFile) {
        let tree = Parser.parse(source: source.text)
        let file = ScannedFile(
            path: source.path, converter: SourceLocationConverter(fileName: source.path, tree: tree))
        for item in tree.statements {
            if case .decl(let declaration) = item.item { collect(declaration, in: [], file, isInNamespace: false) }
        }
        let finder = KeyCallFinder(file)
        finder.walk(tree)
        keyCalls += finder.calls
    }

    private mutating func collect(
        _ declaration: DeclSyntax, in scope: [String], _ file: ScannedFile, isInNamespace: Bool
    ) {
        if let conditional = declaration.as(IfConfigDeclSyntax.self) {
            for inner in conditional.declarations { collect(inner, in: scope, file, isInNamespace: isInNamespace) }
        } else if let declaration = declaration.as(ProtocolDeclSyntax.self) {
            protocols[declaration.name.plainText] = declaration.inheritedNames
        } else if let declaration = declaration.as(TypeAliasDeclSyntax.self) {
            let name = (scope + [declaration.name.plainText]).joined(separator: ".")
            aliases[name] = declaration.initializer.value.namePath
        } else if let declaration = declaration.as(VariableDeclSyntax.self) {
            constants.add(declaration, in: LexicalScope(types: scope, file: file.path))
        } else if let declaration = declaration.as(ExtensionDeclSyntax.self) {
            guard let path = declaration.extendedType.namePath else { return }
            extensions.append(
                Extension(
                    path: path, inherited: declaration.inheritedNames, members: declaration.memberBlock, file: file))
            collectMembers(of: declaration, in: path, file)
        } else if let (node, name) = declaration.namedType {
            let path = scope + [name.plainText]
            types.append(
                TypeDeclaration(
                    path: path, node: node, name: name, file: file,
                    macro: ValueMacro.of(node, isInNamespace: isInNamespace), inherited: node.inheritedNames,
                    memberBlocks: [node.memberBlock]))
            collectMembers(of: node, in: path, file)
        }
    }

    private mutating func collectMembers(of node: some DeclGroupSyntax, in path: [String], _ file: ScannedFile) {
        let isNamespace = node.attributes.containsAttribute("RemoteValuesNamespace")
        for member in node.memberBlock.members {
            collect(member.decl, in: path, file, isInNamespace: isNamespace)
        }
    }
}

extension IfConfigDeclSyntax {
    /// The declarations of every branch.
    var declarations: [DeclSyntax] {
        clauses.flatMap { clause -> [DeclSyntax] in
            switch clause.elements {
            case .decls(let members): members.map(\.decl)
            case .statements(let items):
                items.compactMap { if case .decl(let declaration) = $0.item { declaration } else { nil } }
            default: []
            }
        }
    }
}

extension DeclSyntax {
    fileprivate var namedType: (any DeclGroupSyntax, TokenSyntax)? {
        if let node = self.as(EnumDeclSyntax.self) { return (node, node.name) }
        if let node = self.as(StructDeclSyntax.self) { return (node, node.name) }
        if let node = self.as(ClassDeclSyntax.self) { return (node, node.name) }
        if let node = self.as(ActorDeclSyntax.self) { return (node, node.name) }
        return nil
    }
}

extension AttributeListSyntax {
    fileprivate func containsAttribute(_ name: String) -> Bool {
        contains { $0.as(AttributeSyntax.self)?.attributeName.lastName == name }
    }
}
