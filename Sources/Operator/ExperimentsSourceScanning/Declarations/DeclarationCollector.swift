import ExperimentsSyntaxReading
import SwiftParser
import SwiftSyntax

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
    private(set) var readings: [KeyReading] = []
    private(set) var constants = Constants()
    private(set) var sources: [ScannedSource] = []

    /// - Parameter options: what the source code does not show.
    mutating func collect(_ source: SourceFile, _ options: ScanOptions) {
        let tree = Parser.parse(source: source.text)
        let file = ScannedFile(
            path: source.path, converter: SourceLocationConverter(fileName: source.path, tree: tree))
        for item in tree.statements {
            if case .decl(let declaration) = item.item {
                collect(declaration, in: [], file, isInNamespace: false)
            }
        }
        // Most files are about no key, and need not be walked through again.
        if source.text.utf8.contains("Key".utf8) {
            let finder = KeyCallFinder(file)
            finder.walk(tree)
            keyCalls += finder.calls
        }
        var isRead = false
        if ReadingFinder.words(options).contains(where: { source.text.utf8.contains($0.utf8) }) {
            let finder = ReadingFinder(file, options, in: tree)
            finder.walk(tree)
            readings += finder.readings
            isRead = !finder.readings.isEmpty
        }
        sources.append(ScannedSource(path: source.path, text: source.text, tree: isRead ? tree : nil))
    }

    /// Appends the declarations of other files.
    mutating func add(_ other: DeclarationCollector) {
        types += other.types
        extensions += other.extensions
        protocols.merge(other.protocols) { $1 }
        aliases.merge(other.aliases) { $1 }
        keyCalls += other.keyCalls
        readings += other.readings
        constants.add(other.constants)
        sources += other.sources
    }

    private mutating func collect(
        _ declaration: DeclSyntax, in scope: [String], _ file: ScannedFile, isInNamespace: Bool
    ) {
        if let conditional = declaration.as(IfConfigDeclSyntax.self) {
            for inner in conditional.declarations {
                collect(inner, in: scope, file, isInNamespace: isInNamespace)
            }
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
                    path: path, inherited: declaration.inheritedNames, members: declaration.memberBlock,
                    file: file))
            collectMembers(of: declaration, in: path, file)
        } else if let (node, name) = declaration.namedType {
            let path = scope + [name.plainText]
            types.append(
                TypeDeclaration(
                    path: path, node: node, name: name, file: file,
                    macro: node.valueMacro(isInNamespace: isInNamespace), inherited: node.inheritedNames,
                    memberBlocks: [node.memberBlock]))
            collectMembers(of: node, in: path, file)
        }
    }

    private mutating func collectMembers(
        of node: some DeclGroupSyntax, in path: [String], _ file: ScannedFile
    ) {
        let isNamespace = node.attributes.attribute("RemoteValuesNamespace") != nil
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

extension DeclGroupSyntax {
    /// Returns the macro that makes a type a remote value: the one at the type, or the one added by an enclosing
    /// `@RemoteValuesNamespace`.
    fileprivate func valueMacro(isInNamespace: Bool) -> (name: MacroName, attribute: AttributeSyntax?)? {
        for element in attributes {
            if let attribute = element.as(AttributeSyntax.self),
                let name = MacroName(rawValue: attribute.attributeName.lastName)
            {
                return (name, attribute)
            }
        }
        guard isInNamespace, let name = MacroName.given(byNamespaceTo: self) else { return nil }
        return (name, nil)
    }
}

/// Finds the calls that make keys in a file, wherever they are, and the declarations of catalogs, in order.
final class KeyCallFinder: ScopedVisitor {
    private(set) var calls: [KeyCall] = []
    /// For each enclosing extension, whether it extends `Keys`.
    private var extensions: [Bool] = []

    private var isInKeys: Bool { extensions.contains(true) }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        extensions.append(node.extendedType.namePath?.last == "Keys")
        return super.visit(node)
    }

    override func visitPost(_ node: ExtensionDeclSyntax) {
        extensions.removeLast()
        super.visitPost(node)
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        let kind = super.visit(node)
        guard isInKeys, let catalog = CatalogDeclaration(node) else { return kind }
        for entry in catalog.entries { add(entry) }
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let call = KeyCall(node, isInKeys: isInKeys, types: path, in: file) { calls.append(call) }
        return .visitChildren
    }

    /// Reads a declaration of a catalog as the call that `@RemoteKeys` expands it to.
    private func add(_ entry: CatalogEntry) {
        let value = entry.binding.valueExpression?.trimmedDescription ?? "unknown"
        // A reading determines the valid values more precisely than a type.
        let type = entry.detail("reading") == nil ? entry.binding.typeAnnotation?.type : nil
        // The call of `Key` may be inside other calls.
        let made = Parser.parse(source: "let key = \(entry.expression(default: value, of: type))")
        let call = made.nodes(of: FunctionCallExprSyntax.self).first { node in
            let callee = node.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            return (callee ?? node.calledExpression).namePath == ["Key"]
        }
        guard let call,
            let key = KeyCall(call, isInKeys: true, types: path, anchor: entry.property, in: file)
        else { return }
        calls.append(key)
    }
}
