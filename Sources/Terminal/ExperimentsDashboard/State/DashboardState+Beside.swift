import ExperimentsCore
import ExperimentsOperator

// What takes too long for very many keys to be done between two frames.
extension DashboardState {
    /// What is to be done beside the loop after a message.
    mutating func workBeside() -> [Effect] {
        var effects: [Effect] = []
        if let comparing = beside.comparing {
            effects.append(.compare(comparing))
            self.beside.comparing = nil
        }
        if list.keys.needsPreparation(source.report, listingChoice),
            beside.preparing.map({ $0 != (list.keys.revision, list.sort) }) ?? true
        {
            beside.preparing = (list.keys.revision, list.sort)
            effects.append(.prepare(PreparationRequest(list.keys, of: content, choice: listingChoice)))
        }
        if !beside.retired.isEmpty {
            effects.append(.letGo(Retired(beside.retired)))
            beside.retired = []
        }
        return effects
    }

    /// Keeps what is no longer needed until it can be let go of beside the loop, if it is large.
    mutating func retire(_ things: any Sendable...) {
        if source.report.rows.count > list.keys.quickCount { beside.retired += things }
    }

    mutating func adopt(_ prepared: PreparedListing) {
        // One that was made of other values is followed by another.
        guard prepared.listing.revision == list.keys.revision else { return }
        list.keys.adopt(prepared.listing, sort: list.sort)
        list.keyColumnWidth = list.keys.longestName ?? list.keyColumnWidth
        if screen.listsKeys { rebuildListing() }
    }
}

/// What is worked on beside the loop, because it takes longer than a key press may.
struct BesideState: Sendable {
    /// Tells the resolution that is wanted from earlier ones.
    var resolutionNumber = 0
    /// Tells the comparison that is wanted from earlier ones.
    var comparisonNumber = 0
    /// What was last asked to be prepared: of which list, in which order.
    var preparing: (revision: Int, sort: KeyOrder)?
    /// What is to be compared.
    var comparing: ComparisonRequest?
    /// What is large and no longer needed.
    var retired: [any Sendable] = []
}
