import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Settles the properties and functions that the key decided.
extension RetirementWork {
    /// Replaces `@Remote` properties, and removes the members that are no longer used. Others keep their value.
    func settleMembers() {
        for draft in drafts where draft.contains("@Remote") && isConcerned(draft, by: words) {
            settleRemotes(in: draft)
        }
        for member in facts.members.sorted(by: { ($0.owner.path, $0.name) < ($1.owner.path, $1.name) }) {
            guard member.canGo, goneNames.contains(member.name), !isUsed(member),
                let draft = drafts.first(where: { $0.path == declaration(of: member)?.file }),
                let found = declaration(of: member)
            else { continue }
            var edits = SourceEdits()
            let node = found.variable.map { Syntax($0) } ?? found.node
            edits.replace(draft.current.text.removal(ofItem: node.declarationItem))
            apply(edits, to: draft)
        }
    }

    private func declaration(of member: KnownMember) -> Declaration? {
        guard case .one(let found, let owner) = resolver.member(member.name, of: member.owner),
            owner == member.owner
        else { return nil }
        return found
    }

    /// Whether something may use a member.
    private func isUsed(_ member: KnownMember) -> Bool {
        let users = drafts.filter {
            (member.file == nil || $0.path == member.file) && $0.contains(member.name)
        }
        return users.contains { draft in
            resolver.enter(draft)
            return draft.current.tree.tokens(viewMode: .sourceAccurate).contains { token in
                let name = token.plainName
                guard name == member.name || name == "$" + member.name || name == "_" + member.name,
                    !token.isDeclaredName
                else { return false }
                return mayBe(member, token)
            }
        }
    }

    /// Whether a name may stand for a member.
    private func mayBe(_ member: KnownMember, _ token: TokenSyntax) -> Bool {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self),
            reference.parent?.is(KeyPathPropertyComponentSyntax.self) != true
        else { return true }
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id
        {
            guard let base = access.base, let type = resolver.type(of: base)?.unwrapped else { return true }
            if case .metatype(let inner) = type { return inner.key.map { $0 == member.owner } ?? true }
            return type.key.map { $0 == member.owner } ?? true
        }
        guard token.plainName == member.name else { return true }
        switch resolver.value(named: member.name, at: Syntax(reference)) {
        case .local, .global: return false
        case .member(_, let owner): return owner == member.owner
        case .none, .unknown: return true
        }
    }

    // MARK: - @Remote

    private func settleRemotes(in draft: FileDraft) {
        resolver.enter(draft)
        var edits = SourceEdits()
        for node in draft.current.tree.nodes(of: VariableDeclSyntax.self) {
            guard let value = remoteValue(of: node), let name = node.bindings.first?.name else { continue }
            if let place = stateUse(of: name.plainText, declaredBy: node) {
                left.add(place.draft, place.offset, .state(name.plainText))
                continue
            }
            guard let replacement = node.constant(value, named: name.text) else { continue }
            edits.replace(node.range, with: replacement)
        }
        apply(edits, to: draft)
    }

    private func remoteValue(of node: VariableDeclSyntax) -> KnownValue? {
        guard
            let attribute = node.attributes.attribute("Remote")
                ?? node.attributes.attribute("RemoteConfigProperty"),
            let first = attribute.arguments?.as(LabeledExprListSyntax.self)?.first, node.bindings.count == 1,
            resolver.types(named: "Remote").isEmpty, let key = facts.name(first.expression, isCertain: true)
        else { return nil }
        if case .key(let type) = key.kind { return facts.value(of: type) }
        let type = node.bindings.first?.typeAnnotation.map { KeyType(name: $0.type.trimmedDescription) }
        return facts.value(of: type ?? facts.type)
    }

    /// Returns a place that uses the wrapper of a property, and so more than its value.
    private func stateUse(of name: String, declaredBy node: VariableDeclSyntax) -> (
        draft: FileDraft, offset: Int
    )? {
        let owner = Syntax(node).enclosingGroup.flatMap { resolver.key(of: $0) }
        for draft in drafts where draft.contains("$" + name) || draft.contains("_" + name) {
            resolver.enter(draft)
            // A name of a body is one only there.
            let block = node.parent?.as(CodeBlockItemSyntax.self)?.parent
            if let block, block.root.id != Syntax(draft.current.tree).root.id { continue }
            for token in (block ?? Syntax(draft.current.tree)).tokens(viewMode: .sourceAccurate) {
                guard token.text == "$" + name || token.text == "_" + name, mayBe(owner, token, name) else {
                    continue
                }
                return (draft, token.range.lowerBound)
            }
        }
        return nil
    }

    /// Whether `$name` may be that of a property of a type.
    private func mayBe(_ owner: TypeKey?, _ token: TokenSyntax, _ name: String) -> Bool {
        guard let owner, let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return true }
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id
        {
            return access.base.flatMap { resolver.type(of: $0) }?.unwrapped.key.map { $0 == owner } ?? true
        }
        switch resolver.value(named: name, at: Syntax(reference)) {
        case .member(_, let found): return found == owner
        case .local, .global: return false
        case .none, .unknown: return true
        }
    }
}

extension VariableDeclSyntax {
    /// Returns a property with a value, to replace one that reads it.
    fileprivate func constant(_ value: KnownValue, named name: String) -> String? {
        guard let code = value.code, let type = value.typeName else { return nil }
        let words = modifiers.filter { !["lazy", "nonisolated"].contains($0.name.text) }
            .map { $0.trimmedDescription + " " }.joined()
        return "\(words)var \(name): \(type) { \(value.isNull ? "nil" : code) }"
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
            case .code(_, let type): type
            case .null: nullType
            default: nil
            }
        return name.map { isOptional ? $0 + "?" : $0 }
    }
}
