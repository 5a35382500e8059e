import ExperimentsSyntaxReading
import SwiftSyntax

extension SourceFileSyntax {
    /// Finds a type by its name.
    func type(named name: String) -> (any DeclGroupSyntax)? {
        var found: (any DeclGroupSyntax)?
        visitNodes { node in
            if found == nil, !node.is(ExtensionDeclSyntax.self),
                node.asProtocol((any NamedDeclSyntax).self)?.name.plainText == name
            {
                found = node.asProtocol((any DeclGroupSyntax).self)
            }
            return found == nil
        }
        return found
    }

    /// Returns whether a name of the key is also the name of something else.
    func shares(_ name: String, besides names: [KeyName]) -> Bool {
        let owners = Set(names.compactMap { $0.property == name ? $0.owner : nil })
        let cases = nodes(of: EnumCaseElementSyntax.self).filter { $0.name.plainText == name }.map { Syntax($0) }
        let properties = nodes(of: VariableDeclSyntax.self).filter { node in
            node.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
                && node.bindings.contains { $0.name?.plainText == name }
        }
        return (cases + properties.map { Syntax($0) }).contains { node in
            node.owner.map { !owners.contains($0) } ?? false
        }
    }
}

extension Syntax {
    /// The name of the enclosing type, or of the extended type.
    fileprivate var owner: String? {
        var node = parent
        while let current = node, current.asProtocol((any DeclGroupSyntax).self) == nil { node = current.parent }
        return node?.as(ExtensionDeclSyntax.self)?.extendedType.lastName
            ?? node?.asProtocol((any NamedDeclSyntax).self)?.name.plainText
    }
}

/// Counts the uses of a name in a file.
struct NameCount {
    /// The uses that are no declaration of it.
    private(set) var uses = 0
    /// The place of the first use with a dollar sign.
    private(set) var projected: Int?

    /// - Parameter type: a type whose own declaration does not count.
    init(of name: String, in tree: SourceFileSyntax, outsideOf type: String? = nil) {
        for token in tree.tokens(viewMode: .sourceAccurate) {
            guard case .identifier(let text) = token.tokenKind else { continue }
            if text == "$" + name { projected = projected ?? token.range.lowerBound }
            guard token.plainName == name, !token.isDeclaredName else { continue }
            if let type, Syntax(token).isInside(type) { continue }
            uses += 1
        }
    }
}

extension TokenSyntax {
    /// Whether it is the name of a declaration, or a label, and so no use of one.
    var isDeclaredName: Bool {
        guard let parent else { return false }
        if let declaration = parent.asProtocol((any NamedDeclSyntax).self), declaration.name.id == id { return true }
        switch parent.kind {
        case .enumCaseElement, .labeledExpr, .functionParameter: return true
        case .identifierPattern: return parent.parent?.is(PatternBindingSyntax.self) == true
        default: return false
        }
    }
}

extension Syntax {
    /// Whether it is in the declaration of a type.
    fileprivate func isInside(_ type: String) -> Bool {
        var node = parent
        while let current = node {
            if !current.is(ExtensionDeclSyntax.self), current.asProtocol((any DeclGroupSyntax).self) != nil,
                current.asProtocol((any NamedDeclSyntax).self)?.name.plainText == type
            {
                return true
            }
            node = current.parent
        }
        return false
    }

    /// The declaration with its item in the list around it.
    var declarationItem: Syntax {
        if let parent, parent.is(MemberBlockItemSyntax.self) || parent.is(CodeBlockItemSyntax.self) { return parent }
        return self
    }
}

/// The declaration of a member that the key decided.
struct MemberDeclaration {
    let item: Syntax
    private let variable: VariableDeclSyntax?

    /// Whether it reads the key itself, and so follows it.
    var isRemote: Bool {
        variable?.attributes.contains { element in
            ["Remote", "RemoteConfigProperty"].contains(element.as(AttributeSyntax.self)?.attributeName.lastName ?? "")
        } ?? false
    }

    static func all(of member: KnownMember, in tree: SourceFileSyntax) -> [MemberDeclaration] {
        tree.nodes(of: MemberBlockItemSyntax.self).compactMap { item in
            let isFound =
                if let variable = item.decl.as(VariableDeclSyntax.self) {
                    !member.isFunction && variable.bindings.count == 1
                        && variable.bindings.first?.name?.plainText == member.name
                } else if let function = item.decl.as(FunctionDeclSyntax.self) {
                    member.isFunction && function.name.plainText == member.name
                } else {
                    false
                }
            guard isFound, item.typesAround.last == member.owner else { return nil }
            return MemberDeclaration(item: Syntax(item), variable: item.decl.as(VariableDeclSyntax.self))
        }
    }

    /// Returns a property with the value, to replace one that reads it.
    func replacement(with value: KnownValue) -> String? {
        guard let variable, let name = variable.bindings.first?.name?.text, let code = value.code,
            let type = value.typeName
        else { return nil }
        let modifiers = variable.modifiers.map { $0.trimmedDescription + " " }.joined()
        return "\(modifiers)var \(name): \(type) { \(code) }"
    }
}

extension KnownValue {
    /// The type in an annotation.
    var typeName: String? {
        let name: String? =
            switch form {
            case .bool: "Bool"
            case .int: "Int"
            case .double: "Double"
            case .string: "String"
            case .enumCase(let type, _, _): type
            default: nil
            }
        return name.map { isOptional ? $0 + "?" : $0 }
    }
}
