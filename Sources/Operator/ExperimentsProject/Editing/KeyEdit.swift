import ExperimentsCore

/// A change of the keys that a project file declares.
package enum KeyEdit: Sendable, Hashable {
    /// Declares keys, after the existing ones.
    case declare([CatalogKey])
    /// Removes the keys with these names.
    case drop([String])

    /// The names of its keys.
    package var names: [String] {
        switch self {
        case .declare(let keys): keys.map(\.name)
        case .drop(let names): names
        }
    }

    /// The name of the command for it.
    package var verb: String {
        switch self {
        case .declare: "declare"
        case .drop: "drop"
        }
    }

    /// Refuses what has nothing to do, or what no project file can have.
    ///
    /// - Parameter declared: the names of the keys that are declared.
    func check(among declared: [String]) throws(ProjectEditProblem) {
        let known = Set(declared)
        switch self {
        case .declare:
            if let name = names.first(where: { !CatalogueDraft.canDeclare($0) }) {
                throw ProjectEditProblem(.unusableName(name))
            }
            var seen: Set<String> = []
            let again = names.filter { known.contains($0) || !seen.insert($0).inserted }
            guard again.isEmpty else { throw ProjectEditProblem(.declaredAlready(again)) }
        case .drop:
            let unknown = names.filter { !known.contains($0) }
            guard let first = unknown.first else { return }
            let near = SpellingSuggestion.nearest(to: first, in: declared)
            throw ProjectEditProblem(.notDeclared(unknown, near: near))
        }
    }

    /// The edit in words: `declare 3 keys`.
    package var words: String {
        verb + " " + (names.count == 1 ? names[0] : "\(names.count) keys")
    }

    /// The result in words: `declared 3 keys`.
    package var doneWords: String {
        let count = names.count == 1 ? names[0] : "\(names.count) keys"
        return switch self {
        case .declare: "declared \(count)"
        case .drop: "dropped \(count)"
        }
    }
}
