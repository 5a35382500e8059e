import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning
import SwiftOperators
import SwiftSyntax

/// Removes a key step by step, until nothing changes any more.
///
/// First, the places that read the key get its value. What sets or lists the key goes only if no place is left that may
/// read it, and the declarations go last.
final class RetirementWork {
    /// The maximum number of passes. Each pass finds what the results of the previous one decide, and no app needs
    /// more.
    private static let steps = 12

    let files: [SourceFile]
    var drafts: [FileDraft] = []
    var facts: RetirementFacts
    var left = LeftPlaces()
    /// The texts that are equal to the name of the key, without being it.
    var texts = LeftPlaces()
    /// The files that stay as they are.
    private(set) var refused: Set<String> = []
    /// The names in removed code.
    private(set) var goneNames: Set<String> = []
    /// The names by which the code read the key.
    var usedNames: Set<KeyName> = []
    private(set) var isFound = false
    /// Whether nothing refers to the key any more.
    private(set) var isComplete = false

    init(_ files: [SourceFile], _ request: FlagRetirement.Request, progress: (Int) -> Void) {
        self.files = files
        let operators = OperatorTable(of: files)
        for (index, file) in files.enumerated() {
            drafts.append(FileDraft(file, operators))
            if index % 100 == 99 { progress(index + 1) }
        }
        facts = RetirementFacts(
            key: request.key, text: request.value, names: [], kind: request.kind, readers: request.readers,
            resolver: NameResolver(drafts))
        facts.builtFiles = Set(files.filter { $0.origin == .build }.map(\.path))
        facts.isSureOperator = { operators.isSure(of: $0) }
        findNames()
        findTypes()
        findSharedNames()
        findOperators()
    }

    var resolver: NameResolver { facts.resolver }

    // MARK: - Known facts

    private func findNames() {
        facts.lists = lists()
        for draft in drafts where draft.contains(facts.key) || draft.contains("RemoteKeys") {
            for declaration in declarations(in: draft) where !facts.names.contains(declaration.name) {
                facts.names.append(declaration.name)
                if declaration.hasLimits { facts.hasLimits = true }
            }
        }
    }

    /// Returns the enums of texts that list keys.
    private func lists() -> Set<TypeKey> {
        let possible = drafts.filter { $0.contains(facts.key) && $0.contains("enum ") }
        for draft in possible { resolver.enter(draft) }
        var lists = KeyLists(facts.key, possible.map(\.current.tree), readers: facts.readers, resolver)
        guard !lists.isEmpty else { return [] }
        let words = facts.readers.map(\.name) + ["rawValue"]
        for draft in drafts where words.contains(where: { draft.contains($0) }) {
            resolver.enter(draft)
            lists.search(draft.current.tree)
        }
        return lists.found
    }

    func declarations(in draft: FileDraft) -> [KeyDeclaration] {
        resolver.enter(draft)
        return KeyDeclaration.all(of: facts.key, in: draft.current.tree, resolver, lists: facts.lists)
    }

    private func findTypes() {
        func note(_ type: KeyType) {
            switch type {
            case .named(let name): find(name)
            case .optional(let inner): note(inner)
            default: break
            }
        }
        for name in facts.names { if case .key(let type) = name.kind { note(type) } }
    }

    /// Finds a type of values by its name, at the places where the key is declared.
    private func find(_ name: String) {
        let path = name.split(separator: ".").map(String.init)
        for draft in drafts where draft.contains(facts.key) {
            for declaration in declarations(in: draft) {
                guard case .named(let key, _)? = resolver.type(path, at: declaration.node),
                    let node = resolver.declaration(of: key)?.node,
                    let group = node.asProtocol((any DeclGroupSyntax).self)
                else { continue }
                facts.types[name] = ValueTypeFacts(group)
                facts.typeKeys[name] = key
                return
            }
        }
    }

    private func findSharedNames() {
        for name in Set(facts.names.map(\.property)) {
            let owners = facts.names.filter { $0.property == name }.compactMap(\.owner)
            let isShared = drafts.contains { draft in
                guard draft.contains(name) else { return false }
                resolver.enter(draft)
                return draft.names.statics(named: name).contains { group in
                    resolver.key(of: group).map { !owners.contains($0) } ?? true
                }
            }
            if isShared { facts.sharedNames.insert(name) }
        }
    }

    // MARK: - Steps

    func run() {
        refuseRepaired()
        remove()
        for draft in drafts where draft.isChanged && !refused.contains(draft.path) {
            apply(Leftovers(goneNames, in: draft.current).edits, to: draft)
        }
    }

    private func remove() {
        foldAll()
        settleMembers()
        while removeUnused() {}
        isFound = isFound || !facts.names.isEmpty
        guard !findMentions(isLast: false) else { return }
        facts.removesSettings = true
        foldAll()
        settleMembers()
        while removeUnused() {}
        guard !findMentions(isLast: true) else { return }
        removeDeclarations()
        while removeUnused() {}
    }

    private func foldAll() {
        for _ in 0..<Self.steps {
            guard fold() || removeUnused() else { break }
        }
    }

    var words: Set<String> {
        var words: Set = [facts.key]
        for name in facts.names { words.insert(name.property) }
        for member in facts.members { words.insert(member.name) }
        return words
    }

    func isConcerned(_ draft: FileDraft, by words: Set<String>) -> Bool {
        guard !refused.contains(draft.path) else { return false }
        return words.contains { draft.contains($0) }
            || ["configValue(", "flagValue("].contains { draft.contains($0) }
    }

    /// Makes one pass through all files.
    private func fold() -> Bool {
        let words = words
        var isChanged = false
        var members = facts.members
        for draft in drafts where isConcerned(draft, by: words) {
            let file = draft.current
            if file.hasMistakes {
                refuseUnreadable(draft, words)
                continue
            }
            resolver.enter(draft)
            let folder = FileFolder(file, facts)
            folder.fold()
            members.formUnion(folder.members)
            usedNames.formUnion(folder.usedNames)
            let notes = folder.notes.filter {
                !folder.edits.isGone($0.offset) || folder.edits.replacement(at: $0.offset)
            }
            for note in notes {
                left.add(draft, note.offset, note.reason, keepsKey: note.keepsKey)
            }
            guard !folder.edits.isEmpty else { continue }
            isFound = true
            guard apply(folder.edits, to: draft) else {
                refused.insert(draft.path)
                left.add(draft, 0, .unparsable)
                continue
            }
            isChanged = true
        }
        let isNew = members != facts.members
        facts.members = members
        return isChanged || isNew
    }

    /// Leaves the files that are not UTF-8, and lists those that may use the key.
    private func refuseRepaired() {
        for (file, draft) in zip(files, drafts) where file.origin == .repaired {
            refused.insert(draft.path)
            let places = words.compactMap { draft.original.firstIndex(of: $0) }
            // In UTF-16, the names have other bytes.
            guard let first = places.min() ?? (draft.original.contains(0) ? 0 : nil) else { continue }
            left.add(draft, first, .notUnicode, keepsKey: true)
        }
    }

    private func refuseUnreadable(_ draft: FileDraft, _ words: Set<String>) {
        refused.insert(draft.path)
        let offset = draft.current.tree.firstMistake ?? 0
        guard words.contains(where: { draft.contains($0) }) else { return }
        left.add(draft, offset, .unreadable)
    }

    /// Makes changes in a file.
    ///
    /// - Returns: whether there were any, and the file could be parsed after them.
    @discardableResult
    func apply(_ edits: SourceEdits, to draft: FileDraft) -> Bool {
        guard !edits.isEmpty, !refused.contains(draft.path) else { return false }
        let gone = edits.goneNames(in: draft.current.tree)
        guard draft.apply(edits) else { return false }
        resolver.forget()
        goneNames.formUnion(gone)
        return true
    }

    // MARK: - Unused declarations

    private func removeUnused() -> Bool {
        var isChanged = false
        for draft in drafts where draft.isChanged && !refused.contains(draft.path) {
            let file = draft.current
            resolver.enter(draft)
            let edits = UnusedDeclarations.edits(for: goneNames, in: file, resolver)
            if apply(edits, to: draft) { isChanged = true }
        }
        for (name, type) in facts.types where type.isOwn && goneNames.contains(String(name.lastWord)) {
            if let key = facts.typeKeys[name], removeType(key) { isChanged = true }
        }
        return isChanged
    }

    /// Removes the type of the key's values if it is not used elsewhere.
    private func removeType(_ key: TypeKey) -> Bool {
        guard let draft = drafts.first(where: { $0.path == key.file }), !refused.contains(draft.path) else {
            return false
        }
        for draft in drafts where draft.contains(key.name) {
            let count = NameCount(of: key.name, in: draft.current.tree, outsideOf: key.name)
            guard count.uses == 0 else { return false }
        }
        resolver.enter(draft)
        guard let node = resolver.declaration(of: key)?.node, resolver.types(named: key.name).count == 1
        else {
            return false
        }
        var edits = SourceEdits()
        edits.replace(draft.current.text.removal(ofItem: node.declarationItem))
        return apply(edits, to: draft)
    }

    // MARK: - The key itself

    /// Looks for places that refer to the key.
    ///
    /// - Parameter isLast: whether what sets the key has been removed.
    /// - Returns: whether the key must stay.
    private func findMentions(isLast: Bool) -> Bool {
        var isMentioned = left.keepsKey
        let words = words
        isMentioned =
            isMentioned
            || drafts.contains { draft in
                refused.contains(draft.path) && words.contains { draft.contains($0) }
            }
        var settings: [(FileDraft, Int)] = []
        for draft in drafts where isConcerned(draft, by: words) {
            resolver.enter(draft)
            for mention in MentionFinder(facts, usedNames).mentions(in: draft.current.tree) {
                switch mention.kind {
                case .setting where !isLast: settings.append((draft, mention.offset))
                case .setting, .key:
                    isMentioned = true
                    left.addUnlessNoted(draft, mention.offset, mention.reason)
                case .other where facts.isTyped: texts.add(draft, mention.offset, mention.reason)
                case .other: left.add(draft, mention.offset, mention.reason)
                }
            }
        }
        guard isMentioned else { return false }
        for (draft, offset) in settings { left.addUnlessNoted(draft, offset, .stillRead) }
        return true
    }

    /// Removes the declarations of the key.
    private func removeDeclarations() {
        isComplete = true
        for draft in drafts where !refused.contains(draft.path) {
            guard words.contains(where: { draft.contains($0) }) || draft.contains("RemoteKeys") else {
                continue
            }
            let removal = DeclarationRemoval(
                declarations(in: draft).filter { isProven($0.name) }, draft.current)
            for note in removal.notes {
                left.add(draft, note.offset, note.reason)
                isComplete = false
            }
            apply(removal.edits, to: draft)
        }
    }

    /// Whether a name is certainly one of the key: a text that nothing reads may be another thing.
    private func isProven(_ name: KeyName) -> Bool {
        name.kind != .text || name.owner.map { facts.lists.contains($0) } ?? false || usedNames.contains(name)
    }

    // MARK: - The result

    var changes: [FlagRetirement.Change] {
        let written = drafts.filter { draft in
            draft.isChanged && !refused.contains(draft.path) && !facts.builtFiles.contains(draft.path)
        }
        let all = written.map { FlagRetirement.Change(path: $0.path, before: $0.original, after: $0.bytes) }
        return all.sorted { $0.path < $1.path }
    }
}

extension SourcePlace {
    /// Creates the place of a byte in a file.
    init(of offset: Int, in bytes: [UInt8], path: String) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        let line = before.reduce(1) { $0 + ($1 == .lineFeed ? 1 : 0) }
        self.init(path: path, line: line, column: before.count - start + 1)
    }
}

extension SourceFileSyntax {
    /// The place of the first mistake.
    var firstMistake: Int? {
        tokens(viewMode: .all).first { token in
            token.presence == .missing || token.parent?.is(UnexpectedNodesSyntax.self) == true
        }?.position.utf8Offset
    }
}
