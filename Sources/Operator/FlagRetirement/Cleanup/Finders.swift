import SwiftSyntax
import SyntaxReading

/// Finds a type by its name.
final class TypeFinder: SyntaxAnyVisitor {
    private let name: String
    private var found: (any DeclGroupSyntax)?

    static func type(named name: String, in tree: SourceFileSyntax) -> ValueTypeFacts? {
        let finder = TypeFinder(name)
        finder.walk(tree)
        return finder.found.map { ValueTypeFacts($0) }
    }

    /// The declaration, with the list or block around it.
    static func item(of name: String, in tree: SourceFileSyntax) -> Syntax? {
        let finder = TypeFinder(name)
        finder.walk(tree)
        return finder.found.map { Syntax($0).declarationItem }
    }

    private init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        guard found == nil else { return .skipChildren }
        if let declaration = node.asProtocol((any DeclGroupSyntax).self), !node.is(ExtensionDeclSyntax.self),
            node.asProtocol((any NamedDeclSyntax).self)?.name.plainText == name
        {
            found = declaration
            return .skipChildren
        }
        return .visitChildren
    }
}

/// Finds whether a name of the key is one of something else, too.
final class SharedNames: SyntaxVisitor {
    private let name: String
    private let owners: Set<String>
    private var isFound = false

    static func has(_ name: String, besides names: [KeyName], in tree: SourceFileSyntax) -> Bool {
        let finder = SharedNames(name, Set(names.compactMap { $0.property == name ? $0.owner : nil }))
        finder.walk(tree)
        return finder.isFound
    }

    private init(_ name: String, _ owners: Set<String>) {
        (self.name, self.owners) = (name, owners)
        super.init(viewMode: .sourceAccurate)
    }

    private func check(_ token: TokenSyntax?, in node: some SyntaxProtocol) {
        guard let token, token.plainText == name else { return }
        var parent = node.parent
        while let current = parent, current.asProtocol((any DeclGroupSyntax).self) == nil { parent = current.parent }
        let owner =
            parent?.as(ExtensionDeclSyntax.self)?.extendedType.lastName
            ?? parent?.asProtocol((any NamedDeclSyntax).self)?.name.plainText
        if owner.map({ !owners.contains($0) }) ?? false { isFound = true }
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        check(node.name, in: node)
        return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) {
            for binding in node.bindings { check(binding.name, in: node) }
        }
        return .visitChildren
    }
}

/// How often a name is used in a file.
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

/// Finds the declaration of a member that the key decided.
final class MemberFinder: TypeNestingVisitor {
    struct Found {
        let item: Syntax
        let isRemote: Bool
        private let variable: VariableDeclSyntax?

        init(item: Syntax, variable: VariableDeclSyntax?) {
            (self.item, self.variable) = (item, variable)
            isRemote =
                variable?.attributes.contains { element in
                    ["Remote", "RemoteConfigProperty"].contains(
                        element.as(AttributeSyntax.self)?.attributeName.lastName ?? "")
                } ?? false
        }

        /// A property with the value, in place of one that reads it.
        func replacement(with value: KnownValue) -> String? {
            guard let name = variable?.bindings.first?.name?.text, let code = value.code, let type = value.typeName,
                let variable
            else { return nil }
            let modifiers = variable.modifiers.map { $0.trimmedDescription + " " }.joined()
            return "\(modifiers)var \(name): \(type) { \(code) }"
        }
    }

    private let member: KnownMember
    private(set) var found: [Found] = []

    init(_ member: KnownMember, _ file: ParsedFile) {
        self.member = member
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    private var isInOwner: Bool { types.last == member.owner }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard isInOwner, !member.isFunction, node.bindings.count == 1,
            node.bindings.first?.name?.plainText == member.name,
            let parent = node.parent, parent.is(MemberBlockItemSyntax.self)
        else { return .skipChildren }
        found.append(Found(item: parent, variable: node))
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard isInOwner, member.isFunction, node.name.plainText == member.name, let parent = node.parent,
            parent.is(MemberBlockItemSyntax.self)
        else { return .skipChildren }
        found.append(Found(item: parent, variable: nil))
        return .skipChildren
    }
}

extension KnownValue {
    /// The type that an annotation says.
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
