import ExperimentsCore
import ExperimentsOperator

extension AlertRules {
    /// The word for keys that become missing or incorrect.
    static let broken = "broken"

    /// Reads what `--bell` says.
    ///
    /// - Parameter words: names of keys, and `broken`.
    /// - Throws: `CommandProblem` for a name that the project does not declare.
    init(bell words: [String], keys: [CatalogKey]) throws(CommandProblem) {
        let declared = keys.map(\.name)
        let known = Set(declared)
        for word in words where word != Self.broken && !known.contains(word) {
            throw CommandProblem.unknownKey(word, among: declared + [Self.broken])
        }
        self.init(keys: Set(words).intersection(known), tellsBroken: words.contains(Self.broken))
    }

    /// Whether an event rings: what is so from the start does not.
    func ring(on event: WatchEvent) -> Bool {
        guard case .key(let row, _, let was?) = event else { return false }
        return tell(row, after: was)
    }
}
