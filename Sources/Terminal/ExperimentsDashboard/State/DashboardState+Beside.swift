import ExperimentsCore

// What takes too long for very many keys to be done between two frames.
extension DashboardState {
    /// What is to be done beside the loop after a message.
    mutating func workBeside() -> [Effect] {
        var effects: [Effect] = []
        if let comparing {
            effects.append(.compare(comparing))
            self.comparing = nil
        }
        if listing.needsPreparation(report, listingChoice), preparing.map({ $0 != (listing.revision, sort) }) ?? true {
            preparing = (listing.revision, sort)
            effects.append(.prepare(PreparationRequest(listing, of: content, choice: listingChoice)))
        }
        if !retired.isEmpty {
            effects.append(.letGo(Retired(retired)))
            retired = []
        }
        return effects
    }

    /// Keeps what is no longer needed until it can be let go of beside the loop, if it is large.
    mutating func retire(_ things: any Sendable...) {
        if report.rows.count > listing.quickCount { retired += things }
    }

    mutating func adopt(_ prepared: PreparedListing) {
        // One that was made of other values is followed by another.
        guard prepared.listing.revision == listing.revision else { return }
        listing.adopt(prepared.listing, sort: sort)
        keyColumnWidth = listing.longestName ?? keyColumnWidth
        if screen.listsKeys { rebuildListing() }
    }
}
