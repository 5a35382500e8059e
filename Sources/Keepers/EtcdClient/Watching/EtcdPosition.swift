/// The position in the history of a watched range, so that no event is missed or reported twice.
struct EtcdPosition: Sendable, Hashable {
    /// The first revision that was not reported yet.
    private(set) var next: Int64
    /// The events of a revision that another line may go on with: a revision is reported completely, or not yet.
    private var gathered: [EtcdEvent] = []

    /// - Parameter revision: the last one whose changes are known.
    init(after revision: Int64) {
        next = revision.following
    }

    /// Takes the events of a line, and returns those to be told: none that were told before, and none of a revision of
    /// which more may come.
    ///
    /// - Parameter isPart: whether the next line goes on with this one.
    ///
    /// - Throws: `EtcdAnswerProblem` where they are not in the order of their revisions.
    mutating func take(_ events: [EtcdEvent], isPart: Bool) throws(EtcdAnswerProblem) -> [EtcdEvent] {
        gathered += events
        guard zip(gathered, gathered.dropFirst()).allSatisfy({ $0.revision <= $1.revision }) else {
            throw EtcdAnswerProblem("events are not in the order of their revisions")
        }
        let open = isPart ? gathered.last?.revision : nil
        let whole = gathered.prefix { $0.revision != open }
        let new = whole.filter { $0.revision >= next }
        gathered.removeFirst(whole.count)
        if let last = new.last { next = last.revision.following }
        return new
    }

    /// Notes that everything up to a revision was told.
    mutating func pass(_ revision: Int64) {
        // A revision of which a part has come yet is not told.
        if gathered.isEmpty { next = max(next, revision.following) }
    }

    /// Forgets what was gathered: the line that was to go on with it will not come, and all of it comes again.
    mutating func disconnect() {
        gathered = []
    }
}

extension Int64 {
    /// The next revision. A server that claims the last number there is gets that one: it must not end the program.
    var following: Int64 { self == .max ? .max : self + 1 }
}
