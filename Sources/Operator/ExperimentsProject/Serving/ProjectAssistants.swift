import ExperimentsCore
import ExperimentsYAML

/// What assistants may change, besides what an option allows.
public struct ProjectAssistants: Sendable, Hashable {
    /// The words that can be allowed.
    package static let permissions = ["overrides", "publish", "code"]

    /// What they may change: `overrides`, `publish` or `code`.
    public var allowed: Set<String> = []
    /// The names of the sources in production that they may publish to.
    public var productionSources: Set<String> = []

    /// Creates a setting that allows nothing.
    public init() {}
}

/// Reads `mcp:`.
extension ProjectDecoder {
    /// - Parameter sources: the names of the project's sources.
    mutating func readAssistants(_ node: YAMLNode, sources: [String]) -> ProjectAssistants {
        var assistants = ProjectAssistants()
        if node.isNull { return assistants }
        enter("mcp")
        defer { leave() }
        let fields = ["allow", "production"]
        guard let record = record(node, fields: fields, expected: "fields such as allow: [overrides]") else {
            return assistants
        }
        for item in record["allow"].map({ $0.items ?? [$0] }) ?? [] {
            let words = ProjectAssistants.permissions
            guard let word = word(item, at: "allow", among: words, { words.contains($0) ? $0 : nil }) else {
                continue
            }
            assistants.allowed.insert(word)
        }
        if let node = record["production"] {
            assistants.productionSources = Set(
                names(node, at: "production", of: "source", among: Set(sources)))
        }
        return assistants
    }
}
