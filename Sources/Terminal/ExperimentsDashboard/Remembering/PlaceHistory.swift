/// The places that were left, to go back to, and those that were gone back from.
struct PlaceHistory: Sendable, Hashable {
    static let limit = 50

    private(set) var back: [Place] = []
    private(set) var forward: [Place] = []
    private(set) var current: Place?
    /// Whether it is going to a place that does not exist yet, because its source is being opened.
    private(set) var isOnTheWay = false

    /// The dashboard is at a place now. Another one than before is one step on.
    mutating func note(_ place: Place) {
        guard !isOnTheWay else { return }
        if let current, !current.isSame(as: place) {
            back.append(current)
            if back.count > Self.limit { back.removeFirst() }
            forward = []
        }
        current = place
    }

    /// Goes back to the previous place.
    mutating func goBack() -> Place? {
        guard let place = back.popLast() else { return nil }
        if let current { forward.append(current) }
        current = place
        return place
    }

    /// The place that was gone back from last.
    mutating func goForward() -> Place? {
        guard let place = forward.popLast() else { return nil }
        if let current { back.append(current) }
        current = place
        return place
    }

    /// The place that was gone to is not there before its source is.
    mutating func wait() {
        isOnTheWay = true
    }

    /// Completes a move to a place, as far as the place still exists.
    mutating func arrive(at place: Place) {
        isOnTheWay = false
        current = place
    }
}

/// The parts of the screen to which the user can go back.
struct Place: Sendable, Hashable {
    var screen: Screen
    var filter: String
    var source: String?
    var showsDetails: Bool
    /// The generation on screen, if it is not the newest.
    var generation: Int?
    /// The item under the cursor.
    var item: String?

    init(_ state: DashboardState) {
        (screen, filter, source) = (state.screen, state.list.filter.text, state.source.name)
        (showsDetails, generation) = (state.details.isShown, state.history.shownGeneration)
        item = state.position.item
    }

    /// Whether only the cursor differs, if anything does.
    func isSame(as other: Place) -> Bool {
        var other = other
        other.item = item
        return self == other
    }
}

// Going back and forward through the places that were shown.
extension DashboardState {
    /// Remembers the current place, once nothing is being typed or chosen.
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

    /// Completes a move after the requested source has opened, or failed to open.
    mutating func arriveAtPlace() {
        if memory.places.isOnTheWay { memory.places.arrive(at: Place(self)) }
    }
}
