extension KeyOrder.Column {
    /// The columns that a screen can be ordered by, in the order in which they are offered.
    public static func columns(of screen: Screen) -> [KeyOrder.Column] {
        switch screen {
        case .keys: [.declared, .key, .status, .value, .source, .type, .changed]
        case .missing: [.declared, .key, .value, .expected, .type]
        case .incorrect: [.declared, .key, .value, .reason, .type]
        case .overrides: [.declared, .key, .status, .value, .upstream, .author, .expires, .note]
        case .experiments, .history: []
        }
    }

    /// The column that is offered after this one.
    func next(on screen: Screen) -> KeyOrder.Column {
        let all = Self.columns(of: screen)
        guard let index = all.firstIndex(of: self) else { return all.dropFirst().first ?? .declared }
        return all[(index + 1) % all.count]
    }
}
