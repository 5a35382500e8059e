import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning
import SwiftOperators
import SwiftSyntax

/// Removes a key step by step, until nothing changes any more.
final class RetirementWork {
    /// The maximum number of passes. Each pass finds what the results of the previous one decide, and no app needs
    /// more.
    private static let steps = 12

    private var drafts: [FileDraft] = []
    private var facts: RetirementFacts
    private var leftPlaces: Set<FlagRetirement.LeftPlace> = []
    /// The files that stay as they are.
    private var refused: Set<String> = []
    /// The names in removed code.
    private var goneNames: Set<String> = []
    private(set) var isFound = false
    /// Whether nothing refers to the key any more.
    private(set) var isComplete = false
    /// Whether a place that stays may still read the key.
    private var isStillRead = false

    init(_ files: [SourceFile], _ request: FlagRetirement.Request, progress: (Int) -> Void) {
        let operators = OperatorTable(of: files)
        facts = RetirementFacts(
            key: request.key, text: request.value, names: [], kind: request.kind, readers: request.readers)
        facts.isSureOperator = { operators.isSure(of: $0) }
        for (index, file) in files.enumerated() {
            drafts.append(FileDraft(file, operators))
            if index % 100 == 99 { progress(index + 1) }
        }
        findNames()
        findTypes()
        findSharedNames()
    }

    // MARK: - Known facts

    private func findNames() {
        for draft in drafts where draft.contains(facts.key) || draft.contains("RemoteKeys") {
            let found = KeyDeclaration.all(of: facts.key, in: draft.current.tree)
            for declaration in found where !facts.names.contains(declaration.name) {
                facts.names.append(declaration.name)
            }
        }
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

    private func find(_ name: String) {
        let word = String(name.lastWord)
        for draft in drafts where draft.contains("enum \(word)") || draft.contains("struct \(word)") {
            if let found = draft.current.tree.type(named: word).map({ ValueTypeFacts($0) }) {
                facts.types[name] = found
                return
            }
        }
    }

    private func findSharedNames() {
        for name in Set(facts.names.map(\.property)) {
            let isShared = drafts.contains { draft in
                draft.contains(name) && draft.current.tree.shares(name, besides: facts.names)
            }
            if isShared { facts.sharedNames.insert(name) }
        }
    }

    /// Refuses a value that the key cannot have.
    func check() throws(MessageError) {
        let expected: String
        switch facts.type {
        case .named(let name):
            guard let type = facts.types[name], !type.cases.isEmpty || type.kind == .onOff else { return }
            expected = type.kind == .onOff ? "true or false" : type.cases.map(\.raw).joined(separator: ", ")
        case .bool: expected = "true or false"
        case .int: expected = "a whole number"
        case .double: expected = "a number"
        default: return
        }
        guard facts.value(of: facts.type) == nil else { return }
        throw MessageError("invalid --value \(Quotation.of(facts.text)) for \(facts.key): expected \(expected)")
    }

    // MARK: - Steps

    func run() {
        for _ in 0..<Self.steps {
            guard fold() || removeUnused() else { break }
        }
        settleMembers()
        while removeUnused() {}
        removeDeclarations()
        while removeUnused() {}
        isFound = isFound || !facts.names.isEmpty
    }

    private var words: Set<String> {
        var words: Set = [facts.key]
        for name in facts.names { words.insert(name.property) }
        for member in facts.members { words.insert(member.name) }
        return words
    }

    private func isConcerned(_ draft: FileDraft, by words: Set<String>) -> Bool {
        words.contains { draft.contains($0) } || ["configValue(", "flagValue("].contains { draft.contains($0) }
    }

    /// Makes one pass through all files.
    private func fold() -> Bool {
        let words = words
        var isChanged = false
        var members = facts.members
        for draft in drafts where !refused.contains(draft.path) && isConcerned(draft, by: words) {
            let file = draft.current
            if file.hasMistakes {
                refuseUnreadable(draft, words)
                continue
            }
            let folder = FileFolder(file, facts)
            folder.fold()
            members.formUnion(folder.members)
            let gone = folder.edits.goneNames(in: file.tree)
            let notes = folder.notes.filter {
                !folder.edits.isGone($0.offset) || folder.edits.replacement(at: $0.offset)
            }
            for note in notes {
                leave(draft, note.offset, note.reason)
                if note.keepsKey { isStillRead = true }
            }
            guard !folder.edits.isEmpty else { continue }
            isFound = true
            guard draft.apply(folder.edits) else {
                refused.insert(draft.path)
                leave(draft, 0, "the file could not be parsed after the change, so it is not changed")
                continue
            }
            isChanged = true
            goneNames.formUnion(gone)
        }
        let isNew = members != facts.members
        facts.members = members
        return isChanged || isNew
    }

    private func refuseUnreadable(_ draft: FileDraft, _ words: Set<String>) {
        refused.insert(draft.path)
        let offset = draft.current.tree.firstMistake ?? 0
        guard words.contains(where: { draft.contains($0) }) else { return }
        leave(draft, offset, "the file cannot be parsed from here on, so it is not changed")
    }

    private func leave(_ draft: FileDraft, _ offset: Int, _ reason: String) {
        let original = SourcePlace(of: draft.originalOffset(of: offset), in: draft.original, path: draft.path)
        leftPlaces.insert(FlagRetirement.LeftPlace(place: original, reason: reason))
    }

    private func apply(_ edits: SourceEdits, to draft: FileDraft) -> Bool {
        guard !edits.isEmpty else { return false }
        let gone = edits.goneNames(in: draft.current.tree)
        guard draft.apply(edits) else { return false }
        goneNames.formUnion(gone)
        return true
    }

    // MARK: - Members

    /// Removes the members that the key decided, if they are no longer used. Others keep their value.
    private func settleMembers() {
        for member in facts.members.sorted(by: { ($0.owner, $0.name) < ($1.owner, $1.name) }) {
            let users = drafts.filter { (member.file == nil || $0.path == member.file) && $0.contains(member.name) }
            var uses = 0
            var isProjected = false
            for draft in users {
                let count = NameCount(of: member.name, in: draft.current.tree)
                uses += count.uses
                if let place = count.projected {
                    isProjected = true
                    leave(draft, place, "`$\(member.name)` is the state of the key, which is more than its value")
                }
            }
            for draft in users where !refused.contains(draft.path) {
                for found in MemberDeclaration.all(of: member, in: draft.current.tree) {
                    guard !isProjected || !found.isRemote else { continue }
                    var edits = SourceEdits()
                    if uses == 0, goneNames.contains(member.name) {
                        edits.replace(draft.current.text.removal(ofItem: found.item))
                    } else if found.isRemote {
                        guard let replacement = found.replacement(with: member.value) else { continue }
                        edits.replace(found.item.range, with: replacement)
                    }
                    _ = apply(edits, to: draft)
                }
            }
        }
    }

    // MARK: - Unused declarations

    private func removeUnused() -> Bool {
        var isChanged = false
        for draft in drafts where draft.isChanged && !refused.contains(draft.path) {
            let file = draft.current
            let edits = UnusedDeclarations.edits(for: goneNames, in: file)
            if apply(edits, to: draft) { isChanged = true }
        }
        for (name, type) in facts.types where type.isOwn && goneNames.contains(String(name.lastWord)) {
            if removeType(String(name.lastWord)) { isChanged = true }
        }
        return isChanged
    }

    /// Removes the type of the key's values if it is not used elsewhere.
    private func removeType(_ name: String) -> Bool {
        var owner: (draft: FileDraft, item: Syntax)?
        for draft in drafts where draft.contains(name) {
            let count = NameCount(of: name, in: draft.current.tree, outsideOf: name)
            guard count.uses == 0 else { return false }
            if let type = draft.current.tree.type(named: name) { owner = (draft, Syntax(type).declarationItem) }
        }
        guard let owner, !refused.contains(owner.draft.path) else { return false }
        var edits = SourceEdits()
        edits.replace(owner.draft.current.text.removal(ofItem: owner.item))
        return apply(edits, to: owner.draft)
    }

    // MARK: - The key itself

    /// Removes the declarations of the key if nothing refers to them any more.
    private func removeDeclarations() {
        var isMentioned =
            isStillRead
            || !refused.isEmpty
                && drafts.contains { draft in
                    refused.contains(draft.path) && words.contains { draft.contains($0) }
                }
        let reasons = Set(leftPlaces.map(\.place))
        for draft in drafts where !refused.contains(draft.path) && isConcerned(draft, by: words) {
            for mention in facts.mentions(in: draft.current.tree) {
                isMentioned = true
                let place = SourcePlace(of: draft.originalOffset(of: mention), in: draft.original, path: draft.path)
                if !reasons.contains(where: { $0.path == place.path && $0.line == place.line }) {
                    leave(draft, mention, "the key is used here for something other than reading its value")
                }
            }
        }
        guard !isMentioned else { return }
        isComplete = true
        for draft in drafts where !refused.contains(draft.path) {
            guard words.contains(where: { draft.contains($0) }) || draft.contains("RemoteKeys") else { continue }
            let removal = DeclarationRemoval(facts, draft.current)
            for note in removal.notes {
                leave(draft, note.offset, note.reason)
                isComplete = false
            }
            _ = apply(removal.edits, to: draft)
        }
    }

    // MARK: - The result

    var changes: [FlagRetirement.Change] {
        drafts.filter { $0.isChanged && !refused.contains($0.path) }
            .map { FlagRetirement.Change(path: $0.path, before: $0.original, after: $0.bytes) }
            .sorted { $0.path < $1.path }
    }

    var left: [FlagRetirement.LeftPlace] { leftPlaces.sorted() }
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
