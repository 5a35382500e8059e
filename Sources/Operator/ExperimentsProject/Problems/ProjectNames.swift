import ExperimentsCore
import MarkedYAML

/// Reads the values of a project file, and collects what is wrong with them.
typealias ProjectDecoder = DocumentDecoder<YAMLNode>

/// What messages call the values of a project file: `'title' of key 'paywall_type'`. Looked up where there is something
/// to say, and not before.
struct ProjectNames: Sendable {
    let root: YAMLNode?

    func subject(of path: DocumentPath) -> String {
        var steps = path.steps[...]
        let owner = owner(&steps)
        guard !steps.isEmpty else { return owner ?? "" }
        let field = "'\(DocumentPath(Array(steps)))'"
        return owner.map { "\(field) of \($0)" } ?? field
    }

    /// The record that a path leads through, which is taken off the path; nil at the top of the file.
    private func owner(_ steps: inout ArraySlice<DocumentPath.Step>) -> String? {
        guard case .member(let list)? = steps.first else { return nil }
        switch (list, steps.dropFirst().first) {
        case ("keys", .element(let index)):
            steps = steps.dropFirst(2)
            return item(index, of: list).flatMap(Self.name).map { "key '\($0)'" } ?? "key \(index + 1)"
        case ("sources", .element(let index)), ("experiments", .element(let index)), ("metrics", .element(let index)):
            steps = steps.dropFirst(2)
            // The lists are called after what they hold.
            let noun = list.dropLast()
            return item(index, of: list).flatMap(Self.name).map { "\(noun) '\($0)'" } ?? "\(noun) \(index + 1)"
        case ("source", _):
            steps = steps.dropFirst()
            return root?[list].flatMap(Self.name).map { "source '\($0)'" } ?? "the source"
        case ("notify", .member), ("serve", .member):
            steps = steps.dropFirst()
            return list
        case ("personas", .member(let name)):
            steps = steps.dropFirst(2)
            return "persona '\(name)'"
        default: return nil
        }
    }

    private func item(_ index: Int, of list: String) -> YAMLNode? {
        guard let items = root?[list]?.items, items.indices.contains(index) else { return nil }
        return items[index]
    }

    private static func name(of record: YAMLNode) -> String? {
        record["name"]?.textValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
