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
    /// It has not begun yet.
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
    /// The keys of the range of which every change touches one. Only these are read to check for missed events.
    /// Deletions are not noticed by reading them.
    package var probe: EtcdKeyRange

    /// Creates a range to watch.
    ///
    /// - Parameter probe: nil for the range itself, which takes the store longer if there are many keys.
    package init(_ range: EtcdKeyRange, probe: EtcdKeyRange? = nil) {
        (self.range, self.probe) = (range, probe ?? range)
    }
}
