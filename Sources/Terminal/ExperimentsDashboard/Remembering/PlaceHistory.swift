/// The previous places to go back to, and those to go forward to again.
struct PlaceHistory: Sendable, Hashable {
    static let limit = 50

    private(set) var back: [Place] = []
    private(set) var forward: [Place] = []
    private(set) var current: Place?
    /// Whether a move is waiting for the source of its place to be opened.
    private(set) var isOnTheWay = false

    /// Records the current place. If it differs from the last one, it becomes the next step.
    mutating func note(_ place: Place) {
        guard !isOnTheWay else { return }
        if let current, !current.isSame(as: place) {
            back.append(current)
            if back.count > Self.limit { back.removeFirst() }
            forward = []
        }
        current = place
    }

    /// Returns the previous place.
    mutating func goBack() -> Place? {
        guard let place = back.popLast() else { return nil }
        if let current { forward.append(current) }
        current = place
        return place
    }

    /// Returns the place to go forward to.
    mutating func goForward() -> Place? {
        guard let place = forward.popLast() else { return nil }
        if let current { back.append(current) }
        current = place
        return place
    }

    /// Waits for the source of the place to be opened.
    mutating func wait() {
        isOnTheWay = true
    }

    /// Completes a move to a place, as far as the place still exists.
    mutating func arrive(at place: Place) {
        isOnTheWay = false
        current = place
    }
}

/// The parts of the screen that a step back restores.
struct Place: Sendable, Hashable {
    var screen: Screen
    var filter: String
    var source: String?
    var showsDetails: Bool
    /// The generation on the screen, if it is not the newest.
    var generation: Int?
    /// The item under the cursor.
    var item: String?

    init(_ state: DashboardState) {
        screen = state.screen
        filter = state.list.filter.text
        source = state.source.name
        showsDetails = state.details.isShown
        generation = state.history.shownGeneration
        item = state.position.item
    }

    /// Whether at most the cursor differs.
    func isSame(as other: Place) -> Bool {
        var other = other
        other.item = item
        return self == other
    }
}

// Going back and forward through previous places.
extension DashboardState {
    /// Records the current place, when nothing is being typed or chosen.
    mutating func notePlace() {
        if panels.isEmpty, !isTyping { memory.places.note(Place(self)) }
    }

    mutating func goToPlace(back: Bool) -> [Effect] {
        guard let place = back ? memory.places.goBack() : memory.places.goForward() else { return [] }
        var effects: [Effect] = []
        list.filter = Filter(place.filter)
        show(place.screen)
        details.isShown = place.showsDetails
        if let name = place.source, name != source.name {
            memory.places.wait()
            effects += update(\.shown.source, with: .goOver(to: name))
        } else {
            effects += update(\.shown.history, with: .goTo(generation: place.generation))
            memory.places.arrive(at: Place(self))
        }
        if let item = place.item {
            position.item = item
            followItem()
        }
        return effects
    }

    /// Completes a move after its source was opened, or could not be opened.
    mutating func arriveAtPlace() {
        if memory.places.isOnTheWay { memory.places.arrive(at: Place(self)) }
    }
}
