import ExperimentsCore

/// Reads past changes from a watch. It is a value that takes bytes, and says when everything has arrived.
struct EtcdReplay: Sendable {
    /// The time for which a store may search its history without an answer.
    static let silenceLimit = Duration.seconds(60)

    /// How it ends.
    enum End: Sendable, Hashable {
        /// What happened, in order, and whether earlier events were let go.
        case done([EtcdEvent], isCut: Bool)
        /// The history before this revision was compacted, so the watch must begin with it.
        case compacted(Int64)
    }

    private(set) var events: [EtcdEvent] = []
    private var isCut = false
    private let start: Int64
    private let latest: Int64
    private let limit: Int
    private var gone: Set<EtcdKey>
    private var position: EtcdPosition
    private var lines = EtcdLines()
    private var reached: Int64 = 0

    /// - Parameters:
    ///   - start: the revision to begin with.
    ///   - latest: one that must come, if it is not before `start`.
    ///   - gone: keys whose end must come.
    ///   - limit: how many events are kept.
    init(from start: Int64, latest: Int64, gone: Set<EtcdKey>, limit: Int) {
        (self.start, self.latest, self.gone, self.limit) = (start, latest, gone, max(limit, 1))
        position = EtcdPosition(after: start - 1)
    }

    /// The request of the watch.
    func body(of range: EtcdKeyRange) -> [UInt8] {
        var request = JSONObject()
        request.set(range)
        request["start_revision"] = .number64(start)
        request["prev_kv"] = true
        request["fragment"] = true
        request["watch_id"] = "1"
        return JSONValue.object(JSONObject(setting: [.init(name: "create_request", value: .object(request))]))
            .densestBytes
    }

    /// Takes some bytes of the stream.
    ///
    /// - Parameter note: looks at each header, and throws where it is of another cluster.
    /// - Returns: the end; nil where more is to come.
    mutating func take(_ bytes: [UInt8], noting note: (EtcdHeader) throws -> Void) throws -> End? {
        for line in try lines.read(bytes) {
            switch try EtcdWatchLine(line) {
            case .refused(let refusal): throw EtcdFailure.refused(refusal)
            case .created(_, let header), .progress(_, let header): try note(header)
            case .compacted(let header, let revision):
                try note(header)
                // One that forgets as fast as it is asked would keep us for ever.
                guard revision > start else { throw EtcdAnswerProblem("a history begins before its beginning") }
                return .compacted(revision)
            case .events(_, let header, let new, let isPart):
                try note(header)
                keep(try position.take(new, isPart: isPart))
                guard reached >= latest, gone.isEmpty, !isPart else { continue }
                cut()
                return .done(events, isCut: isCut)
            }
        }
        return nil
    }

    private mutating func keep(_ new: [EtcdEvent]) {
        for event in new where event.kind == .delete { gone.remove(event.key) }
        events += new
        reached = max(reached, new.last?.revision ?? 0)
        // Cut seldom, and well behind the limit: each cut moves all that is kept.
        guard events.count > 2 * limit else { return }
        cut()
    }

    /// Lets go of whole revisions, the earliest first, down to the limit.
    private mutating func cut() {
        guard events.count > limit else { return }
        let oldest = events[events.count - limit].revision
        events.removeFirst(events.prefix { $0.revision < oldest }.count)
        isCut = true
    }
}
