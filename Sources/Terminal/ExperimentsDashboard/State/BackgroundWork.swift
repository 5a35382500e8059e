import ExperimentsCore
import ExperimentsOperator

// What takes too long for very many keys to be done between two frames.
extension DashboardState {
    /// Starts the work that must be done in the background after a message.
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
        // One that was made of other values is followed by another.
        guard prepared.listing.revision == list.keys.revision else { return }
        list.keys.adopt(prepared.listing, sort: list.sort)
        list.keyColumnWidth = list.keys.longestName ?? list.keyColumnWidth
        if screen.listsKeys { rebuildListing() }
    }
}

/// The work in the background, which takes longer than a key press may.
struct BackgroundWork: Sendable {
    /// The number of the current resolution, by which results of earlier ones are recognized.
    var resolutionNumber = 0
    /// The last list and order that were requested.
    var preparing: (revision: Int, sort: KeyOrder)?
    /// The large values that are no longer needed, to be released in the background.
    var discarded: [any Sendable] = []
}
