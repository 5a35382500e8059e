import Foundation

/// The names of declared keys, prepared for matching them with the names in a snapshot or among overrides. One pass
/// over those names replaces several look-ups for every key.
struct DeclaredNames {
    /// The names of the keys, side by side in memory. Reading them from the keys themselves would touch a distant place
    /// in memory for each.
    private let names: [String]
    private var index: NameIndex
    /// The indices of keys whose name an earlier key has, by the index of that key.
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

    /// Returns the entry of the snapshot for each key, by the key's index, and the names in the snapshot that no key
    /// has.
    func entries(in snapshot: Snapshot) -> (entries: [Snapshot.Entry?], undeclared: [String]) {
        var entries: [Snapshot.Entry?] = Array(repeating: nil, count: names.count)
        var undeclared: [String] = []
        for (name, entry) in snapshot.entries {
            let isDeclared = forEachNumber(of: name) { entries[$0] = entry }
            if !isDeclared { undeclared.append(name) }
        }
        return (entries, undeclared)
    }

    /// Returns the text of the active override for each key, by the key's index; an empty array if no override is
    /// active.
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
