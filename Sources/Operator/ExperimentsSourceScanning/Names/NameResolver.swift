import ExperimentsSyntaxReading
import SwiftSyntax

/// A file that names are looked up in.
package protocol NamedSource: AnyObject {
    var path: String { get }
    /// The declarations of the file; the file is read when they are first asked for.
    var names: FileNames { get }
    /// Whether a text is in the file.
    func contains(_ text: String) -> Bool
}

/// Finds what a name in Swift code stands for: types with their extensions, members, local names and globals, as far as
/// the sources show it without being compiled.
///
/// Where several declarations are possible, as with two types of one name in different modules, there is no answer.
package final class NameResolver {
    let sources: [any NamedSource]
    private let byPath: [String: any NamedSource]
    private var paths: [SyntaxIdentifier: String] = [:]
    private var found: [String: [Declaration]] = [:]
    private var extensions: [TypeKey: [ExtensionDeclSyntax]] = [:]
    /// The number of nested questions, so that a circle of declarations ends.
    var depth = 0

    package init(_ sources: [any NamedSource]) {
        self.sources = sources
        byPath = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Forgets the answers, after a file has changed.
    package func forget() {
        paths = [:]
        found = [:]
        extensions = [:]
        possibleExtensions = [:]
    }

    /// Reads the declarations of a file, so that questions about its nodes can be answered.
    package func enter(_ source: any NamedSource) { paths[source.names.root] = source.path }

    private func names(of source: any NamedSource) -> FileNames {
        let names = source.names
        paths[names.root] = source.path
        return names
    }

    /// Returns the path of the file of a node.
    func file(of node: Syntax) -> String { paths[node.root.id] ?? "" }

    /// Returns the path of the file of a node; nil if it is not one of the files.
    package func path(of node: Syntax) -> String? { paths[node.root.id] }

    // MARK: - Declarations

    private enum Category: String {
        case type, function, variable

        var words: [String] {
            switch self {
            case .type: ["struct ", "class ", "enum ", "actor ", "protocol ", "typealias "]
            case .function: ["func "]
            case .variable: ["var ", "let ", ", "]
            }
        }
    }

    private func declarations(_ category: Category, named name: String) -> [Declaration] {
        let key = category.rawValue + " " + name
        if let known = found[key] { return known }
        var result: [Declaration] = []
        for source in sources where source.contains(name) {
            guard
                category.words.contains(where: {
                    source.contains($0 + name) || source.contains($0 + "`" + name)
                })
            else { continue }
            result += names(of: source).byName[name] ?? []
        }
        result = result.filter { declaration in
            switch category {
            case .type: [.type, .protocolType, .alias].contains(declaration.kind)
            case .function: declaration.kind == .function
            case .variable: declaration.kind == .variable
            }
        }
        found[key] = result
        return result
    }

    /// Returns the functions with a name, wherever they are declared.
    package func functions(named name: String) -> [Declaration] { declarations(.function, named: name) }

    /// Returns the properties and variables with a name, wherever they are declared.
    package func variables(named name: String) -> [Declaration] { declarations(.variable, named: name) }

    /// Returns the types with a name, wherever they are declared.
    package func types(named name: String) -> [Declaration] {
        declarations(.type, named: name).filter { $0.kind == .type }
    }

    /// Returns the declarations of a file that a name outside of all types can stand for.
    func globals(named name: String, from file: String) -> [Declaration] {
        let all = declarations(.variable, named: name) + declarations(.function, named: name)
        return Self.visible(all.filter { $0.owner == nil && !$0.isLocal }, from: file)
    }

    /// The declaration of the own file is meant, or the only one that others can see.
    private static func visible(_ all: [Declaration], from file: String) -> [Declaration] {
        let own = all.filter { $0.file == file }
        return own.isEmpty ? all.filter { !$0.isPrivate } : own
    }

    // MARK: - Types

    /// Returns the type that a type group, or an extension, is about; nil if that is not known.
    package func key(of group: Syntax) -> TypeKey? {
        if let node = group.as(ExtensionDeclSyntax.self) {
            guard let path = node.extendedType.namePath, case .named(let key, _)? = type(path, at: group)
            else {
                return nil
            }
            return key
        }
        return declaration(of: group).flatMap { key(of: $0) }
    }

    private func declaration(of group: Syntax) -> Declaration? {
        guard let name = group.asProtocol((any NamedDeclSyntax).self)?.name.plainText else { return nil }
        return byPath[file(of: group)]?.names.byName[name]?.first { $0.node.id == group.id }
    }

    /// Returns the identity of a declared type; nil if another declaration has the same.
    private func key(of declaration: Declaration) -> TypeKey? {
        let key = TypeKey(file: declaration.file, path: declaration.path.joined(separator: "."))
        let same = declarations(.type, named: declaration.name).count {
            $0.file == declaration.file && $0.path == declaration.path && $0.kind != .alias
        }
        return same == 1 ? key : nil
    }

    /// Returns the declaration of a type of the sources.
    package func declaration(of key: TypeKey) -> Declaration? {
        guard !key.isOfLibrary else { return nil }
        return declarations(.type, named: key.name).first {
            $0.file == key.file && $0.path.joined(separator: ".") == key.path && $0.kind != .alias
        }
    }

    /// Returns the type that names stand for at a place; nil if there are several possible ones.
    package func type(_ path: [String], at node: Syntax) -> SwiftType? {
        guard let first = path.first, depth < 24 else { return nil }
        depth += 1
        defer { depth -= 1 }
        if first == "Self" {
            guard let group = node.enclosingGroup, let key = key(of: group) else { return nil }
            return member(Array(path.dropFirst()), of: .named(key), at: node)
        }
        switch find(first, at: node) {
        case .one(let type): return member(Array(path.dropFirst()), of: type, at: node)
        case .several: return nil
        case .none:
            guard path.count > 1 else { return .library(first) }
            let rest = Array(path.dropFirst())
            // An extension may declare a type in one of a library.
            switch nested(rest[0], in: .library(first)) {
            case .one(let type): return member(Array(rest.dropFirst()), of: type, at: node)
            case .several: return nil
            case .none: break
            }
            // The name of a module may be in front.
            let isKnown = !declarations(.type, named: rest[0]).isEmpty
            return isKnown ? type(rest, at: Syntax(node.root)) : .library(path.joined(separator: "."))
        }
    }

    private enum Found { case one(SwiftType), several, none }

    private func member(_ path: [String], of type: SwiftType, at node: Syntax) -> SwiftType? {
        guard let name = path.first else { return type }
        guard case .named(let key, _) = type else { return nil }
        switch nested(name, in: key) {
        case .one(let inner): return member(Array(path.dropFirst()), of: inner, at: node)
        case .several: return nil
        case .none: return key.isOfLibrary ? .library(key.path + "." + path.joined(separator: ".")) : nil
        }
    }

    /// Finds a type in another one.
    private func nested(_ name: String, in key: TypeKey) -> Found {
        let members = members(of: key, named: name)
        let types = members.found.filter { [.type, .protocolType, .alias, .typeParameter].contains($0.kind) }
        guard members.isCertain, types.count < 2 else { return .several }
        return types.first.map { result(of: $0) } ?? .none
    }

    private func result(of declaration: Declaration) -> Found {
        switch declaration.kind {
        case .alias:
            guard let alias = declaration.node.as(TypeAliasDeclSyntax.self),
                alias.genericParameterClause == nil,
                let type = type(alias.initializer.value)
            else { return .several }
            return .one(type)
        case .typeParameter: return .one(.parameter(declaration.name))
        default: return key(of: declaration).map { .one(.named($0)) } ?? .several
        }
    }

    private func find(_ name: String, at node: Syntax) -> Found {
        var current = node
        while let parent = current.parent {
            if parent.typeParameters.contains(name) { return .one(.parameter(name)) }
            if let list = parent.as(CodeBlockItemListSyntax.self), !parent.isTopLevel {
                let types = declarations(.type, named: name).filter { $0.isLocal && $0.node.isItem(of: list) }
                if types.count > 1 { return .several }
                if let type = types.first { return result(of: type) }
            }
            if parent.asProtocol((any DeclGroupSyntax).self) != nil, current.id != parent.inheritanceClauseID
            {
                guard let key = key(of: parent) else {
                    // An extension of an unknown type may have anything.
                    return .several
                }
                switch nested(name, in: key) {
                case .none: break
                case let found: return found
                }
                for inherited in supertypes(of: key) {
                    guard let key = inherited?.key, !key.isOfLibrary else { continue }
                    switch nested(name, in: key) {
                    case .none: break
                    case let found: return found
                    }
                }
            }
            current = parent
        }
        let all = declarations(.type, named: name).filter { $0.owner == nil && !$0.isLocal }
        let visible = Self.visible(all, from: file(of: node))
        if visible.count > 1 { return .several }
        return visible.first.map { result(of: $0) } ?? .none
    }

    // MARK: - Extensions

    /// Returns the extensions of a type, and whether there may be others.
    private func extensions(of key: TypeKey) -> (
        found: [ExtensionDeclSyntax], possible: [ExtensionDeclSyntax]
    ) {
        if let known = extensions[key] { return (known, possibleExtensions[key] ?? []) }
        // Questions about the type on the way to the answer see none.
        extensions[key] = []
        var found: [ExtensionDeclSyntax] = []
        var possible: [ExtensionDeclSyntax] = []
        for source in sources where source.contains("extension ") && source.contains(key.name) {
            for node in names(of: source).extensions[key.name] ?? [] {
                guard let path = node.extendedType.namePath else { continue }
                switch type(path, at: Syntax(node)) {
                case .named(key, _)?: found.append(node)
                case nil: possible.append(node)
                default: break
                }
            }
        }
        extensions[key] = found
        possibleExtensions[key] = possible
        return (found, possible)
    }

    private var possibleExtensions: [TypeKey: [ExtensionDeclSyntax]] = [:]

    /// Returns the members of a type with a name, in all its extensions, and whether there are no others.
    func members(of key: TypeKey, named name: String) -> (found: [Declaration], isCertain: Bool) {
        var result: [Declaration] = []
        if let declaration = declaration(of: key) { result += members(of: declaration.node, named: name) }
        let (found, possible) = extensions(of: key)
        for node in found { result += members(of: Syntax(node), named: name) }
        let isCertain = possible.allSatisfy { members(of: Syntax($0), named: name).isEmpty }
        return (result, isCertain)
    }

    private func members(of group: Syntax, named name: String) -> [Declaration] {
        byPath[file(of: group)]?.names.members[group.id]?.filter { $0.name == name } ?? []
    }

    /// Returns all members of a type that its own declaration and its extensions have.
    func members(of key: TypeKey) -> [Declaration] {
        let groups =
            [declaration(of: key)?.node].compactMap(\.self) + extensions(of: key).found.map { Syntax($0) }
        return groups.flatMap { byPath[file(of: $0)]?.names.members[$0.id] ?? [] }
    }

    /// Returns what a type and its extensions inherit or conform to; nil for what is not known.
    func supertypes(of key: TypeKey) -> [SwiftType?] {
        var clauses = [declaration(of: key)?.node.inheritanceClause]
        clauses += extensions(of: key).found.map(\.inheritanceClause)
        return clauses.compactMap(\.self).flatMap(\.inheritedTypes).map { type($0.type) }
    }
}

extension Syntax {
    /// The innermost type or extension around it.
    package var enclosingGroup: Syntax? {
        var node = parent
        while let current = node {
            if current.asProtocol((any DeclGroupSyntax).self) != nil { return current }
            node = current.parent
        }
        return nil
    }

    /// The names of the type parameters that it declares.
    var typeParameters: [String] {
        let clause: GenericParameterClauseSyntax? =
            switch self.as(SyntaxEnum.self) {
            case .functionDecl(let node): node.genericParameterClause
            case .initializerDecl(let node): node.genericParameterClause
            case .subscriptDecl(let node): node.genericParameterClause
            case .structDecl(let node): node.genericParameterClause
            case .classDecl(let node): node.genericParameterClause
            case .enumDecl(let node): node.genericParameterClause
            case .actorDecl(let node): node.genericParameterClause
            default: nil
            }
        return clause?.parameters.map(\.name.plainText) ?? []
    }

    var inheritanceClause: InheritanceClauseSyntax? {
        asProtocol((any DeclGroupSyntax).self)?.inheritanceClause
    }

    fileprivate var inheritanceClauseID: SyntaxIdentifier? { inheritanceClause.map { Syntax($0).id } }

    /// Whether a list of statements is the file itself.
    var isTopLevel: Bool { parent?.is(SourceFileSyntax.self) == true }

    /// Whether it is a statement of a list.
    fileprivate func isItem(of list: CodeBlockItemListSyntax) -> Bool {
        parent?.parent?.id == Syntax(list).id
    }
}
