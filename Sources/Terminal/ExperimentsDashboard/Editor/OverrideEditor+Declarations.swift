import ExperimentsCore

extension OverrideEditor {
    /// The declarations are others now: what is typed is judged by them, and keys that are gone are left out.
    ///
    /// - Parameter declared: the key of a name as it is now; nil if neither the project nor the source nor an
    ///   override has it any more.
    /// - Returns: the names that are gone.
    mutating func follow(_ declared: (String) -> CatalogKey?) -> [String] {
        let now = keys.map { ($0.name, declared($0.name)) }
        let gone = now.filter { $0.1 == nil }.map(\.0)
        let kept = now.compactMap(\.1)
        guard kept != keys, !kept.isEmpty else { return gone }
        let text = text
        keys = kept
        mayInsist = false
        if case .choice(let old, _) = input {
            let choices = Self.choices(of: kept)
            if choices != old {
                let selected = choices.firstIndex(of: text)
                input = selected.map { .choice(choices, selected: $0) } ?? .text(TextField(value: text))
            }
        }
        check()
        return gone
    }
}
