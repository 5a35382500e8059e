import Yams

/// The complete reader: all of YAML, by way of Yams, and the words for every mistake.
///
/// Yams is given a resolver without rules: what a scalar means is decided by the reader of the file, and matching each
/// one against a dozen regular expressions is what takes most of its time otherwise.
struct ComposedDocument {
    /// Nesting beyond this is a mistake or an attack; everything that walks a tree may recurse safely.
    static let deepest = 64
    /// What aliases may add to a document by repeating what they name. Ten lines of aliases to aliases would otherwise
    /// stand for more nodes than fit into memory.
    static let aliasAllowance = 100_000

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func root() throws(YAMLProblem) -> YAMLNode? {
        if let problem = ForbiddenCharacters.first(in: text) { throw problem }
        if let problem = CollectionKeys.problem(in: text) { throw problem }
        let composed: Node?
        do {
            composed = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw YAMLProblem(error, in: text)
        } catch {
            throw YAMLProblem("cannot be read as YAML: \(error)", line: 1, column: 1)
        }
        guard let composed else { return nil }
        var budget = text.utf8.count + Self.aliasAllowance
        let root = try convert(composed, depth: 0, budget: &budget)
        if case .scalar("", isPlain: true) = root.content { return nil }
        return root
    }

    private func convert(
        _ node: Node, isKey: Bool = false, depth: Int, budget: inout Int
    ) throws(YAMLProblem) -> YAMLNode {
        let line = node.mark?.line ?? 1
        let column = node.mark?.column ?? 1
        guard depth <= Self.deepest else {
            throw YAMLProblem("nested deeper than \(Self.deepest) levels", line: line, column: column)
        }
        budget -= 1
        guard budget > 0 else {
            throw YAMLProblem("the aliases of this document stand for too many values", line: line, column: column)
        }
        switch node {
        case .scalar(let scalar):
            // A tag (`!!str 5`) says what the text is, just as quotes do. Keys bear the tag that Yams found for itself
            // while comparing them, and are text anyway.
            let isPlain = scalar.style == .plain && (isKey || scalar.tag.rawValue.isEmpty)
            return YAMLNode(.scalar(text: scalar.string, isPlain: isPlain), line: line, column: column)
        case .sequence(let sequence):
            var items: [YAMLNode] = []
            items.reserveCapacity(sequence.count)
            for item in sequence {
                items.append(try convert(item, isKey: isKey, depth: depth + 1, budget: &budget))
            }
            return YAMLNode(.sequence(items), line: line, column: column)
        case .mapping(let mapping):
            var pairs: [YAMLPair] = []
            pairs.reserveCapacity(mapping.count)
            for (key, value) in mapping {
                let key = try convert(key, isKey: true, depth: depth + 1, budget: &budget)
                pairs.append(
                    YAMLPair(key: key, value: try convert(value, isKey: isKey, depth: depth + 1, budget: &budget)))
            }
            if let problem = MergeKeys.problem(in: pairs) ?? DuplicateKeys.problem(in: pairs) { throw problem }
            return YAMLNode(.mapping(pairs), line: line, column: column)
        case .alias:
            throw YAMLProblem("an alias that names nothing", line: line, column: column)
        }
    }
}
