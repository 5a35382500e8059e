// Going back and forward over what was on the screen.
extension DashboardState {
    var place: Place {
        Place(
            screen: screen, filter: filter.text, source: currentSource, showsDetails: showsDetails,
            generation: shownGeneration, item: position.item)
    }

    /// Keeps in mind where the dashboard is, once nothing is being typed or chosen.
    mutating func notePlace() {
        if panels.isEmpty, !isTyping { places.note(place) }
    }

    mutating func goToPlace(back: Bool) -> [Effect] {
        guard let place = back ? places.goBack() : places.goForward() else { return [] }
        var effects: [Effect] = []
        filter = Filter(place.filter)
        showsDetails = place.showsDetails
        show(place.screen)
        if let source = place.source, source != currentSource {
            places.wait()
            effects += switchSource(to: source)
        } else {
            effects += goToGeneration(place.generation)
            places.arrive(at: self.place)
        }
        if let item = place.item {
            position.item = item
            followItem()
        }
        return effects
    }

    private mutating func goToGeneration(_ number: Int?) -> [Effect] {
        guard number != shownGeneration else { return [] }
        guard let index = number.flatMap({ timeline.index(of: $0) }) else { return isInThePast ? returnToNow() : [] }
        return travel(to: index)
    }

    /// The source that was asked for is there, or cannot be.
    mutating func arriveAtPlace() {
        if places.isOnTheWay { places.arrive(at: place) }
    }
}
