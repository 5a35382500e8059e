import ExperimentsCore

/// On which changes `watch` rings.
struct BellRules {
    /// The word for keys that become missing or incorrect.
    static let broken = "broken"

    private let names: Set<String>
    private let tellsBroken: Bool

    /// No change.
    static let silent = BellRules(names: [], tellsBroken: false)

    private init(names: Set<String>, tellsBroken: Bool) {
        (self.names, self.tellsBroken) = (names, tellsBroken)
    }

    /// - Parameter words: names of keys, and `broken`.
    /// - Throws: `CommandProblem` for a name that the project does not declare.
    init(_ words: [String], keys: [CatalogKey]) throws(CommandProblem) {
        let declared = keys.map(\.name)
        let known = Set(declared)
        for word in words where word != Self.broken && !known.contains(word) {
            throw CommandProblem.unknownKey(word, among: declared + [Self.broken])
        }
        self.init(names: Set(words).intersection(known), tellsBroken: words.contains(Self.broken))
    }

    /// Whether an event rings: a change of one of the keys, or one that breaks a key. What is so from the start does not.
    func rings(on event: WatchEvent) -> Bool {
        guard case .key(let row, _, let was?) = event else { return false }
        let isBroken = row.status == .missing || row.status == .incorrect
        // What was not known before did not become missing.
        let becameSo = row.status != was.status && was.status != .unknown
        return names.contains(row.name) || (tellsBroken && isBroken && becameSo)
    }
}
