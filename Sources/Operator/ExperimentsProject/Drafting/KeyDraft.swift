import ExperimentsCore

/// The key that the values found for a name suggest.
package struct KeyDraft: Sendable, Hashable {
    /// The length above which a text is too long for a default in a project file.
    static let longestDefault = 1_000
    private static let longestCase = 32
    private static let mostCases = 8

    private let name: String
    private let text: String?
    /// All different values seen, without baseline suffixes.
    private let seen: [String]
    private let hasBaseline: Bool
    /// The kind that the source states, if it accepts all values seen.
    private let stated: ValueKind?

    /// - Parameters:
    ///   - text: the text of the source; nil if it leaves the value to the app.
    ///   - alternatives: other texts that were found for the name.
    ///   - stated: the kind that the source states for the name; nil if it states none.
    package init(_ name: String, text: String?, alternatives: [String] = [], stated: ValueKind? = nil) {
        self.name = name
        self.text = text
        let texts = [text].compactMap(\.self) + alternatives
        let parts = texts.map(Baseline.split)
        // A suffix alone is a text like any other.
        let isBaseline =
            parts.contains { $0.isBaseline } && !parts.contains { $0.isBaseline && $0.name.isEmpty }
        let plain = isBaseline ? parts.map(\.name) : texts
        let kind = Self.kind(of: plain)
        hasBaseline = isBaseline && (kind == .string || kind == .bool)
        var known: Set<String> = []
        seen = (hasBaseline ? plain : texts).filter { known.insert($0).inserted }
        // A number without a fraction is an int as long as no value has one.
        let isInt = stated == .double && kind == .int && !texts.isEmpty
        let fits =
            stated.map { kind in texts.allSatisfy { (try? ValueSchema(kind: kind).check($0)) != nil } }
            ?? false
        self.stated = hasBaseline || isInt || !fits ? nil : stated
    }

    /// The texts that the key accepts.
    package var schema: ValueSchema {
        var schema = ValueSchema(kind: stated ?? Self.kind(of: seen), understandsBaseline: hasBaseline)
        if schema.kind == .string, (2...Self.mostCases).contains(seen.count), seen.allSatisfy(Self.isWord) {
            schema.cases = seen
        }
        schema.defaultText = defaultText(schema)
        return schema
    }

    /// Returns the key, in this group.
    package func key(in group: String?) -> CatalogKey {
        CatalogKey(name: name, group: group.flatMap(Self.groupName), schema: schema)
    }

    /// Returns the value seen, without its suffix. A possible secret is not copied into a shared file.
    private func defaultText(_ schema: ValueSchema) -> String? {
        guard let text, text.utf8.count <= Self.longestDefault else { return nil }
        let isText = schema.kind == .string || schema.kind == .json
        if isText, SecretLines.mayHoldSecret("\(name): \(text)") { return nil }
        let plain = hasBaseline ? Baseline.split(text).name : text
        do throws(IncorrectValue) {
            try schema.check(plain)
            return plain
        } catch {
            return nil
        }
    }

    /// Returns the kind that accepts all of some texts.
    private static func kind(of texts: [String]) -> ValueKind {
        let kinds = Set(texts.map(ValueKind.init(suggestedBy:)))
        if kinds == [.int, .double] { return .double }
        return kinds.count == 1 ? kinds.first ?? .string : .string
    }

    /// Whether a text may be one of a few that a key can have: not a version, a host or a sentence.
    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= longestCase else { return false }
        return first.isASCIILetter
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0) }
    }

    /// Returns the name of a group for a project file.
    private static func groupName(_ group: String) -> String? {
        Project.canDeclare(group) ? group : nil
    }
}

/// Drafts declarations for names of a source that a project does not declare.
package struct DeclarationDraft: Sendable {
    private let snapshot: Snapshot
    private let overrides: OverrideSet
    /// The group of all declared keys that begin with a word; nil if they are in several groups, or in none.
    private var groups: [String: String?] = [:]
    private var usesGroups = false

    /// - Parameters:
    ///   - declared: the keys of the project, whose groups are followed.
    ///   - overrides: the values of names that only overrides have.
    package init(declared: [CatalogKey], snapshot: Snapshot, overrides: OverrideSet = .empty) {
        self.snapshot = snapshot
        self.overrides = overrides
        for key in declared {
            usesGroups = usesGroups || key.group != nil
            guard let word = PrefixGroups.words(key.name).first else { continue }
            let isShared = groups[word].map { $0 == key.group } ?? true
            groups[word] = .some(isShared ? key.group : nil)
        }
    }

    /// Returns keys for names, each with the suggested type, default and group.
    package func keys(_ names: [String]) -> [CatalogKey] {
        let prefixes = PrefixGroups(names)
        return names.map { name in
            let shared = usesGroups ? prefixes.group(of: name) : nil
            let group = snapshot.group(of: name) ?? groupOfNeighbours(name) ?? shared
            guard let entry = snapshot.entries[name] else {
                // An override is not a default: it only shows the type.
                let schema = KeyDraft(name, text: overrides[name]?.value).schema
                return CatalogKey(name: name, group: group, schema: ValueSchema(kind: schema.kind))
            }
            return KeyDraft(name, text: entry.text).key(in: group)
        }
    }

    private func groupOfNeighbours(_ name: String) -> String? {
        PrefixGroups.words(name).first.flatMap { groups[$0] ?? nil }
    }
}

/// Groups of names that begin with the same word: `checkout_title` and `checkout_steps` are in `Checkout`.
package struct PrefixGroups: Sendable, Hashable {
    /// The number of words that all names begin with, which do not separate them.
    private let depth: Int
    private let counts: [String: Int]

    /// - Parameter names: all names.
    package init(_ names: [String]) {
        let words = names.map(Self.words)
        var depth = 0
        if let first = words.first, words.count > 1 {
            while words.allSatisfy({ $0.count > depth + 1 && $0[depth] == first[depth] }) { depth += 1 }
        }
        self.depth = depth
        counts = words.compactMap { Self.prefix(of: $0, depth) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Returns the group of a name; nil if no other name has the same beginning.
    package func group(of name: String) -> String? {
        guard let prefix = Self.prefix(of: Self.words(name), depth), counts[prefix, default: 0] > 1 else {
            return nil
        }
        return prefix.prefix(1).uppercased() + prefix.dropFirst()
    }

    /// Returns the first word of a name if it separates the name; nil if the name has only that word.
    private static func prefix(of words: [String], _ depth: Int) -> String? {
        words.count > depth + 1 ? words[depth] : nil
    }

    /// Returns the words of a name in lower case. They are separated by punctuation, and by a capital letter after a
    /// small one.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasSmall = false
        for character in name {
            let isMark = !character.isLetter && !character.isNumber
            if isMark || (wasSmall && character.isUppercase) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if !isMark { word += character.lowercased() }
            wasSmall = character.isLowercase
        }
        return word.isEmpty ? words : words + [word]
    }
}

/// A first catalog of keys, derived from the values of a source, for a person to correct.
public struct CatalogueDraft: Sendable, Hashable {
    /// The keys, in the order of the source; those of a snapshot alone by name.
    public let keys: [CatalogKey]
    /// The names that a project file cannot declare, because they are empty or have control characters.
    package let leftOut: [String]

    /// Creates the keys of a snapshot. Each has the type that its text suggests, the text as its default, and the group
    /// that the source or the beginning of its name gives.
    public init(of snapshot: Snapshot) {
        self.init(of: snapshot, inOrder: [], alternatives: [:])
    }

    /// - Parameters:
    ///   - order: names in the order of the keys. Others follow by name.
    ///   - alternatives: other values of the source, or of a similar one, by name. The key must accept each of them, and
    ///     several words become its cases.
    ///   - kinds: the kinds that the source states, by name.
    package init(
        of snapshot: Snapshot, inOrder order: [String], alternatives: [String: [String]],
        kinds: [String: ValueKind] = [:]
    ) {
        let known = Set(order)
        let names =
            order.filter { snapshot.entries[$0] != nil }
            + snapshot.entries.keys.filter { !known.contains($0) }.sorted()
        let declarable = names.filter(Project.canDeclare)
        let groups = PrefixGroups(declarable)
        keys = declarable.map { name in
            KeyDraft(
                name, text: snapshot.entries[name]?.text, alternatives: alternatives[name] ?? [],
                stated: kinds[name]
            )
            .key(in: snapshot.group(of: name) ?? groups.group(of: name))
        }
        leftOut = names.filter { !Project.canDeclare($0) }
    }
}
