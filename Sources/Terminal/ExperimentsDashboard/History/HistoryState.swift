import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The fetches and the earlier values of the source, and the moment that is on the screen.
struct HistoryState: Sendable {
    /// What is known about the values before the dashboard was opened. They are read only when they are needed.
    enum Past: Sendable, Hashable {
        case unread
        /// They are on their way; whether to go one step back once they are there.
        case asked(stepsBack: Bool)
        /// They are in the timeline, or do not exist.
        case read
    }

    /// The fetches so far.
    var fetches: FetchHistory
    /// The fetches that were kept before the dashboard was opened, the oldest first.
    var earlier: [FetchRecord] = []
    /// The values of the source so far.
    var timeline: Timeline
    /// Whether the values before the dashboard was opened are in the timeline.
    var past: Past
    /// Counts the snapshots that came.
    var announced = 0
    /// The generation on screen, if it is not the newest.
    var shownGeneration: Int?
    /// Whether live updates are held back.
    var isPaused = false
    /// The generation that stays on screen while they are.
    var pausedGeneration: Int?
    /// The number of the last snapshot that had come when a fetch was over, by the fetch.
    var fetchGenerations: [Int: Int] = [:]
    /// The fetch that others are compared with.
    var pickedFetch: Int?

    /// Creates the history of a source that is shown from now on.
    ///
    /// - Parameters:
    ///   - keepsValues: whether values are kept after the dashboard ends.
    ///   - announced: the number of earlier snapshots, including those of other sources. It distinguishes their
    ///     answers from those of this source.
    init(_ fetches: FetchHistory, of snapshot: Snapshot, at now: Date, keepsValues: Bool = false, announced: Int = 0) {
        self.fetches = fetches
        timeline = Timeline(snapshot, at: now)
        past = keepsValues ? .unread : .read
        self.announced = announced
    }

    /// The number of fetches, including earlier ones.
    var count: Int { earlier.count + fetches.records.count }

    /// The fetch of this number among all, the oldest first.
    subscript(number: Int) -> FetchRecord {
        number < earlier.count ? earlier[number] : fetches.records[number - earlier.count]
    }

    /// The fetch with an identity.
    func fetch(id: Int) -> FetchRecord? {
        isEarlier(id) ? earlier.first { $0.id == id } : fetches.records.first { $0.id == id }
    }

    /// Whether a fetch was made before the dashboard was opened.
    func isEarlier(_ id: Int) -> Bool { id <= 0 }

    /// Whether the values of before are on their way.
    var isPastAwaited: Bool { if case .asked = past { true } else { false } }

    /// Whether the last fetch failed.
    var isFailing: Bool { fetches.last?.failure != nil }

    /// Whether older values are on screen than the source has now.
    var isInThePast: Bool { shownGeneration != nil }

    /// The place in the timeline of what is on screen.
    var shownIndex: Int {
        let number = shownGeneration ?? (isPaused ? pausedGeneration : nil)
        guard let number else { return timeline.generations.count - 1 }
        // The oldest that is kept stands for one that no longer is.
        return timeline.index(of: number) ?? 0
    }

    /// Returns the index in the timeline of the source's values after a fetch; nil if they are no longer kept.
    func generationIndex(of record: FetchRecord) -> Int? {
        guard isEarlier(record.id) else { return fetchGenerations[record.id].flatMap { timeline.index(of: $0) } }
        // What was there after it is what came with it, or before.
        return timeline.generations.lastIndex { $0.since <= record.startedAt }
    }

    /// Takes a fetch that is over, and keeps in mind what the source held then.
    mutating func append(_ record: FetchRecord) {
        fetches.append(record)
        fetchGenerations[record.id] = announced
        if let first = fetches.records.first { fetchGenerations[first.id - 1] = nil }
    }
}
