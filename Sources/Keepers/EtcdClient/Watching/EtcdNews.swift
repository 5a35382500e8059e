/// What a watch tells.
package enum EtcdNews: Sendable, Hashable {
    /// Everything there is in the watched ranges: at the beginning, and again where the history in between is forgotten.
    case state(EtcdSnapshot)
    /// What happened in the watched range of this number, in order, whole revisions at a time.
    case events(range: Int, [EtcdEvent])
    /// How the watch is.
    case condition(EtcdWatchCondition)
}

/// How a watch is.
package enum EtcdWatchCondition: Sendable, Hashable {
    /// It has not begun yet.
    case connecting
    /// The member of this number tells what happens.
    case live(endpoint: Int)
    /// Nothing is heard, for a reason that may pass; it is tried again.
    case interrupted(EtcdFailure)
    /// It was refused, for a reason that somebody has to mend; it is tried again now and then.
    case refused(EtcdError)
    /// Another cluster was found under an old address. Nothing of it was taken over, and the watch is over.
    case ended(EtcdError)
}

/// A key range to watch.
package struct EtcdWatchedRange: Sendable, Hashable {
    /// The keys.
    package var range: EtcdKeyRange
    /// Keys of the range of which each change touches one: they alone are read to find out whether something was not told.
    /// Deleting keys is not found out by reading them.
    package var probe: EtcdKeyRange

    /// Creates a range to watch.
    ///
    /// - Parameter probe: nil for the range itself, which takes the store the longer the more keys there are.
    package init(_ range: EtcdKeyRange, probe: EtcdKeyRange? = nil) {
        (self.range, self.probe) = (range, probe ?? range)
    }
}
