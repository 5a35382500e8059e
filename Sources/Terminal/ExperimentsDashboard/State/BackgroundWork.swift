import ExperimentsCore
import ExperimentsOperator

// Work that takes longer than a frame if there are very many keys.
extension DashboardState {
    /// Starts background work after a message.
    mutating func startBackgroundWork() -> [Effect] {
        var effects: [Effect] = []
        if list.keys.needsPreparation(source.report, listingChoice),
            background.preparing.map({ $0 != (list.keys.revision, list.sort) }) ?? true
        {
            background.preparing = (list.keys.revision, list.sort)
            effects.append(.prepare(PreparationRequest(list.keys, of: content, choice: listingChoice)))
        }
        if !background.discarded.isEmpty {
            effects.append(.release(DiscardedValues(background.discarded)))
            background.discarded = []
        }
        return effects
    }

    /// Holds large values that are no longer needed until they can be released in the background.
    mutating func discard(_ things: any Sendable...) {
        if source.report.rows.count > list.keys.quickCount { background.discarded += things }
    }

    mutating func take(_ prepared: PreparedListing) {
        // A list made from other values will be followed by another one.
        guard prepared.listing.revision == list.keys.revision else { return }
        list.keys.adopt(prepared.listing, sort: list.sort)
        list.keyColumnWidth = list.keys.longestName ?? list.keyColumnWidth
        if screen.listsKeys { rebuildListing() }
    }
}

/// The work in the background, which would take too long for a key press.
struct BackgroundWork: Sendable {
    /// The number of the current resolution. It tells results of earlier ones apart.
    var resolutionNumber = 0
    /// The last requested list and order.
    var preparing: (revision: Int, sort: KeyOrder)?
    /// Large values that are no longer needed, to be released in the background.
    var discarded: [any Sendable] = []
}
