/// Which fetches follow a notice of a new template: up to three, until one brings the version that was announced. A
/// value: it sends nothing.
///
/// The servers of a template are many, and not all of them have a new version when the notice goes out.
struct AnnouncedFetch: Sendable, Hashable {
    /// What to do next.
    enum Step: Sendable, Hashable {
        /// Fetch, for the nth time from 1.
        case fetch(attempt: Int)
        /// Nothing: what was announced is here.
        case done
        /// Nothing: it did not come.
        case giveUp
    }

    private var target: Int64?
    private var attempts = 0

    /// What to do now. A later announcement begins anew.
    ///
    /// - Parameters:
    ///   - announced: the highest version announced so far; nil if none is.
    ///   - fetched: the version that the client has; nil if it has none.
    mutating func next(announced: Int64?, fetched: Int64?) -> Step {
        guard let announced else { return .done }
        if let fetched, fetched >= announced { return .done }
        if target != announced {
            target = announced
            attempts = 0
        }
        guard attempts < RealtimeSettings.fetchAttempts else { return .giveUp }
        attempts += 1
        return .fetch(attempt: attempts)
    }
}
