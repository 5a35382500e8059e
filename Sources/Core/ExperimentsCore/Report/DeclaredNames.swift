import Foundation

/// The names of declared keys, for matching them with what a source and an operator say: one pass over what they say,
/// rather than several look-ups for every key.
struct DeclaredNames {
    /// The keys' names, side by side: to go through the keys themselves would be a jump in memory for each.
    private let names: [String]
    private var index: NameIndex
    /// The numbers of keys whose name was declared before, by the number of the first one.
    private var repeats: [Int: [Int]] = [:]

    init(_ keys: [CatalogKey]) {
        let names = keys.map(\.name)
        self.names = names
        index = NameIndex(capacity: keys.count)
        for (number, key) in keys.enumerated() {
            guard let first = index.insert(hash: key.nameHash, number, equals: { names[$0] == names[number] }) else {
                continue
            }
            repeats[first, default: []].append(number)
        }
    }

    /// What the snapshot holds for each key, by the key's number, and the names it holds that no key has.
    func entries(in snapshot: Snapshot) -> (entries: [Snapshot.Entry?], undeclared: [String]) {
        var entries: [Snapshot.Entry?] = Array(repeating: nil, count: names.count)
        var undeclared: [String] = []
        for (name, entry) in snapshot.entries {
            let isDeclared = forEachNumber(of: name) { entries[$0] = entry }
            if !isDeclared { undeclared.append(name) }
        }
        return (entries, undeclared)
    }

    /// The text of the override in force for each key, by the key's number; empty where there is none at all.
    func texts(of overrides: OverrideSet, in circumstances: OverrideCircumstances) -> [String?] {
        let active = overrides.entries.filter { $0.value.isActive(for: $0.key, in: circumstances) }
        guard !active.isEmpty else { return [] }
        var texts: [String?] = Array(repeating: nil, count: names.count)
        for (name, override) in active { forEachNumber(of: name) { texts[$0] = override.value } }
        return texts
    }

    @discardableResult
    private func forEachNumber(of name: String, _ body: (Int) -> Void) -> Bool {
        guard let first = index.number(of: name, equals: { names[$0] == name }) else { return false }
        body(first)
        if !repeats.isEmpty, let others = repeats[first] { others.forEach(body) }
        return true
    }
}
