// Going back and forward over what was on the screen.
extension DashboardState {
    var place: Place {
        Place(
            screen: screen, filter: list.filter.text, source: source.name, showsDetails: details.isShown,
            generation: history.shownGeneration, item: position.item)
    }

    /// Keeps in mind where the dashboard is, once nothing is being typed or chosen.
    mutating func notePlace() {
        if panels.isEmpty, !isTyping { memory.places.note(place) }
    }

    mutating func goToPlace(back: Bool) -> [Effect] {
        guard let place = back ? memory.places.goBack() : memory.places.goForward() else { return [] }
        var effects: [Effect] = []
        list.filter = Filter(place.filter)
        details.isShown = place.showsDetails
        show(place.screen)
        if let name = place.source, name != source.name {
            memory.places.wait()
            effects += update(\.shown.source, with: .goOver(to: name))
        } else {
            effects += update(\.shown.history, with: .goTo(generation: place.generation))
            memory.places.arrive(at: self.place)
        }
        if let item = place.item {
            position.item = item
            followItem()
        }
        return effects
    }

    /// The source that was asked for is there, or cannot be.
    mutating func arriveAtPlace() {
        if memory.places.isOnTheWay { memory.places.arrive(at: place) }
    }
}
