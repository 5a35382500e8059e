import ExperimentsSupport
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
    private let hidden: HiddenCharacters

    init(_ text: String) {
        self.text = text
        hidden = HiddenCharacters(text)
    }

    func root() throws(YAMLProblem) -> YAMLNode? {
        if let problem = ForbiddenCharacters.first(in: text) { throw problem }
        if let problem = CollectionKeys.problem(in: text) { throw problem }
        let composed: Node?
        do {
            composed = try Parser(yaml: hidden.text, resolver: .basic, encoding: .utf8).singleRoot()
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
            let written = hidden.shown(scalar.string)
            // Keys bear the tag that Yams found for itself while comparing them, and are text anyway.
            if !isKey, let tag = CoreTag(scalar.tag.rawValue) {
                guard let text = tag.text(of: written) else {
                    throw YAMLProblem(
                        "\(Quotation.of(written)) is not \(tag.words), which its tag !!\(tag.rawValue) says",
                        line: line, column: column)
                }
                return YAMLNode(.scalar(text: text, isPlain: true), line: line, column: column)
            }
            // Another tag (`!!str 5`) says that the text is a text, just as quotes do.
            let isPlain = scalar.style == .plain && (isKey || scalar.tag.rawValue.isEmpty)
            return YAMLNode(.scalar(text: written, isPlain: isPlain), line: line, column: column)
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
