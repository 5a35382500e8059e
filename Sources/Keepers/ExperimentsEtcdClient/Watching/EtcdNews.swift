import ExperimentsCore

/// The news from a watch.
package enum EtcdNews: Sendable, Hashable {
    /// The complete content of the watched ranges: at the beginning, and again if the history in between was compacted.
    case state(EtcdSnapshot)
    /// The events in the range with this index, in order, always for complete revisions.
    case events(range: Int, [EtcdEvent])
    /// The state of the watch.
    case condition(EtcdWatchCondition)
}

/// The state of a watch.
package enum EtcdWatchCondition: Sendable, Hashable {
    /// The watch has not started yet.
    case connecting
    /// The member with this index reports changes.
    case live(endpoint: Int)
    /// No changes are reported, for a reason that may pass. There will be another attempt.
    case interrupted(EtcdFailure)
    /// The watch was refused, for a reason that a person must correct. There will be attempts from time to time.
    case refused(EtcdError)
    /// Another cluster was found at an old address. Nothing from it was used, and the watch has ended.
    case ended(EtcdError)
}

/// A key range to watch.
package struct EtcdWatchedRange: Sendable, Hashable {
    /// The keys.
    package var range: EtcdKeyRange
    /// The keys of the range that are read to check for missed events: every change must affect one of them. Reading
    /// them does not detect deletions.
    package var probe: EtcdKeyRange

    /// Creates a range to watch.
    ///
    /// - Parameter probe: nil for the range itself, which takes the store longer if there are many keys.
    package init(_ range: EtcdKeyRange, probe: EtcdKeyRange? = nil) {
        self.range = range
        self.probe = probe ?? range
    }
}

/// The position in the history of a watched range, so that no event is missed or reported twice.
struct EtcdPosition: Sendable, Hashable {
    /// The first revision that was not reported yet.
    private(set) var next: Int64
    /// The events of a revision that another line may continue with: a revision is reported completely, or not yet.
    private var gathered: [EtcdEvent] = []

    /// - Parameter revision: the last one whose changes are known.
    init(after revision: Int64) {
        next = revision.following
    }

    /// Handles the events of a line, and returns those to report: none that were reported before, and none of a
    /// revision that may be incomplete.
    ///
    /// - Parameter isPart: whether the next line continues with this one.
    ///
    /// - Throws: `MessageError` if they are not in the order of their revisions.
    mutating func take(_ events: [EtcdEvent], isPart: Bool) throws(MessageError) -> [EtcdEvent] {
        gathered += events
        guard zip(gathered, gathered.dropFirst()).allSatisfy({ $0.revision <= $1.revision }) else {
            throw MessageError("events are not in the order of their revisions")
        }
        let open = isPart ? gathered.last?.revision : nil
        let whole = gathered.prefix { $0.revision != open }
        let new = whole.filter { $0.revision >= next }
        gathered.removeFirst(whole.count)
        if let last = new.last { next = last.revision.following }
        return new
    }

    /// Records that everything up to a revision was reported.
    mutating func pass(_ revision: Int64) {
        // A revision is not reported before all of its parts have arrived.
        if gathered.isEmpty { next = max(next, revision.following) }
    }

    /// Discards an incomplete line, because the rest of it will not arrive, and the whole line is sent again.
    mutating func disconnect() {
        gathered = []
    }
}

extension Int64 {
    /// The next revision. A server that claims the last number there is gets that one: it must not end the program.
    var following: Int64 { self == .max ? .max : self + 1 }
}
