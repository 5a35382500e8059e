import ExperimentsCore

/// The key that the values found for a name suggest.
package struct KeyDraft: Sendable, Hashable {
    /// The length above which a text is too long for a default in a project file.
    static let longestDefault = 1_000
    private static let longestCase = 32
    private static let mostCases = 8

    private let name: String
    private let text: String?
    /// All values seen, without baseline suffixes, each once.
    private let seen: [String]
    private let hasBaseline: Bool

    /// - Parameters:
    ///   - text: the text of the source; nil if it leaves the value to the app.
    ///   - alternatives: other texts that were found for the name.
    package init(_ name: String, text: String?, alternatives: [String] = []) {
        (self.name, self.text) = (name, text)
        let texts = [text].compactMap(\.self) + alternatives
        let parts = texts.map(Baseline.split)
        // A suffix alone is a text like any other.
        let isBaseline = parts.contains { $0.isBaseline } && !parts.contains { $0.isBaseline && $0.name.isEmpty }
        let plain = isBaseline ? parts.map(\.name) : texts
        let kind = Self.kind(of: plain)
        hasBaseline = isBaseline && (kind == .string || kind == .bool)
        var known: Set<String> = []
        seen = (hasBaseline ? plain : texts).filter { known.insert($0).inserted }
    }

    /// The texts that the key accepts.
    package var schema: ValueSchema {
        var schema = ValueSchema(kind: Self.kind(of: seen), understandsBaseline: hasBaseline)
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

    /// The value seen, without its suffix. What might be a secret is not copied into a file that is shared.
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

    /// The kind that accepts all of some texts.
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

    /// A group as a project file can name it.
    private static func groupName(_ group: String) -> String? {
        CatalogueDraft.canDeclare(group) ? group : nil
    }
}
