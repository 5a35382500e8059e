/// The panels that lie over the screen. Only the one on top is to be seen, over a list of the whole screen that it was
/// opened from: on a small screen two would hide each other.
struct PanelStack: Sendable {
    private var panels: [any Panel] = []

    var isEmpty: Bool { panels.isEmpty }

    /// The panel that takes the input.
    var top: (any Panel)? { panels.last }

    /// The panels to be seen, the lowest first.
    var visible: [any Panel] {
        guard let top else { return [] }
        return [panels.dropLast().last { $0 is any ListPanel }, top].compactMap(\.self)
    }

    /// Lays a panel over the others.
    mutating func push(_ panel: any Panel) {
        panels.append(panel)
    }

    /// The panel of a type, wherever it lies.
    func first<Kind: Panel>(_ type: Kind.Type) -> Kind? {
        panels.lazy.reversed().compactMap { $0 as? Kind }.first
    }

    /// Changes the panel of a type, if there is one.
    ///
    /// - Parameter change: answers whether the panel stays.
    mutating func change<Kind: Panel>(_ type: Kind.Type, _ change: (inout Kind) -> Bool) {
        guard let index = panels.lastIndex(where: { $0 is Kind }), var panel = panels[index] as? Kind else { return }
        if change(&panel) { panels[index] = panel } else { panels.remove(at: index) }
    }

    /// Changes each of them.
    mutating func changeEach(_ change: (inout any Panel) -> Void) {
        for index in panels.indices { change(&panels[index]) }
    }

    /// What they ask for because something happened below them.
    func effects(after message: Message, _ state: DashboardState) -> [Effect] {
        panels.flatMap { $0.effects(after: message, state) }
    }

    /// Removes some of them, wherever they lie.
    ///
    /// - Returns: the panels that were removed.
    mutating func removeAll(where isRemoved: (any Panel) -> Bool) -> [any Panel] {
        let removed = panels.filter(isRemoved)
        panels.removeAll(where: isRemoved)
        return removed
    }

    /// Removes the panel on top while it handles an event, so that it is not copied.
    mutating func takeTop() -> (any Panel)? { panels.popLast() }

    /// The number of panels.
    var depth: Int { panels.count }

    /// Puts it back.
    mutating func putBack(_ panel: any Panel) { panels.append(panel) }
}
