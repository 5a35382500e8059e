import ExperimentsCore
import ExperimentsTransport

/// The changes of keys, as far back as the store remembers them.
package struct EtcdHistory: Sendable, Hashable {
    /// The oldest revision that the store remembers.
    package var first: Int64
    /// The last revision that was read.
    package var last: Int64
    /// The changes in the order in which they were made, each with the previous value.
    package var events: [EtcdEvent]
    /// Whether there are earlier changes beyond the limit.
    package var isCut: Bool
}

extension EtcdClient {
    /// Reads the changes of keys, as far back as the history of the store goes.
    ///
    /// Only a watch reports past changes, and it does not report when it has sent all of them. The current keys and
    /// `known` determine the changes that must be reported. Keys that were created and deleted manually after that may
    /// be missing.
    ///
    /// A member reports only a thousand revisions in a tenth of a second. So the latest revisions are requested first,
    /// followed by longer and longer ranges before them if those contain too few changes.
    ///
    /// - Parameters:
    ///   - limit: the number of changes to keep, counted from the latest. Changes of one revision stay together.
    ///   - known: a revision that certainly changed one of the keys; 0 if none is known.
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func history(of range: EtcdKeyRange, limit: Int, reaching known: Int64 = 0) async throws
        -> EtcdHistory
    {
        let now = try await readAll([range], detail: .keys)
        let here = now.entries[0]
        let latest = max(known, here.map(\.modRevision).max() ?? 0)
        var first = try await oldestRevision(for: range)
        var stretch = Int64(max(limit, 1))
        while true {
            let start = max(first, now.revision - stretch + 1)
            let isAll = start == first
            guard let gone = try await keys(of: range, at: start, goneFrom: here) else {
                first = try await oldestRevision(for: range)
                continue
            }
            if latest >= start || !gone.isEmpty {
                let replay = EtcdReplay(from: start, latest: latest, gone: gone, limit: limit)
                switch try await run(replay, of: range) {
                case .done(let events, let isCut):
                    guard isAll || events.count >= limit else { break }
                    return EtcdHistory(
                        first: first, last: now.revision, events: events, isCut: isCut || !isAll)
                case .compacted(let revision):
                    first = revision
                    continue
                }
            } else if isAll {
                return EtcdHistory(first: first, last: now.revision, events: [], isCut: false)
            }
            stretch *= 8
        }
    }

    /// Returns the keys that existed at a revision and are not among others; nil if the store no longer has that
    /// revision.
    private func keys(
        of range: EtcdKeyRange, at revision: Int64, goneFrom here: [EtcdEntry]
    ) async throws -> Set<EtcdKey>? {
        guard revision > 1 else { return [] }
        do {
            let then = try await readAll([range], at: revision, detail: .keys)
            return Set(then.entries[0].map(\.key)).subtracting(here.map(\.key))
        } catch let error as EtcdError where error.refusal == .compacted {
            return nil
        }
    }

    /// Returns the oldest revision that the store still has. Only a watch that begins before it reports it.
    private func oldestRevision(for range: EtcdKeyRange) async throws -> Int64 {
        guard try await !remembersAll(of: range) else { return 1 }
        let replay = EtcdReplay(from: 1, latest: 1, gone: [], limit: 1)
        guard case .compacted(let revision) = try await run(replay, of: range) else { return 1 }
        return revision
    }

    /// Whether the store still knows its first revision.
    private func remembersAll(of range: EtcdKeyRange) async throws -> Bool {
        do {
            _ = try await ask(EtcdRead(range, revision: 1, detail: .count))
            return true
        } catch let error as EtcdError where error.refusal == .compacted {
            return false
        }
    }

    /// Replays changes to their end, or to the revision that the store has forgotten.
    private func run(_ replay: EtcdReplay, of range: EtcdKeyRange) async throws -> EtcdReplay.End {
        try await tryMembers(effect: .none) { member, token, _ in
            var replay = replay
            do {
                let pieces = try await openWatch(
                    replay.body(of: range), at: member, token: token, silence: EtcdReplay.silenceLimit)
                for try await piece in pieces {
                    if let end = try replay.take(piece, noting: { try note($0, from: member) }) { return end }
                }
                throw EtcdFailure.transport(.connectionLost(host: member.description))
            } catch let error as TransportError {
                throw EtcdFailure.transport(error)
            } catch let problem as MessageError {
                throw EtcdFailure.invalid(problem)
            }
        }.get()
    }
}

/// Reads past changes from a watch. It is a value that takes bytes, and reports when everything has arrived.
struct EtcdReplay: Sendable {
    /// How long a store may search its history without a response.
    static let silenceLimit = Duration.seconds(60)

    /// How the reading ends.
    enum End: Sendable, Hashable {
        /// The events, in order, and whether earlier ones were dropped.
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
    ///   - start: the first revision.
    ///   - latest: a revision that must arrive, if it is not before `start`.
    ///   - gone: the keys whose deletion must arrive.
    ///   - limit: the largest number of stored events.
    init(from start: Int64, latest: Int64, gone: Set<EtcdKey>, limit: Int) {
        self.start = start
        self.latest = latest
        self.gone = gone
        self.limit = max(limit, 1)
        position = EtcdPosition(after: start - 1)
    }

    /// Returns the request of the watch.
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

    /// Handles some bytes of the stream.
    ///
    /// - Parameter note: called with each header; throws if it is of another cluster.
    /// - Returns: the end; nil if more follows.
    mutating func take(_ bytes: [UInt8], noting note: (EtcdHeader) throws -> Void) throws -> End? {
        for line in try lines.read(bytes) {
            switch try EtcdWatchLine(line) {
            case .refused(let refusal): throw EtcdFailure.refused(refusal)
            case .created(_, let header), .progress(_, let header): try note(header)
            case .compacted(let header, let revision):
                try note(header)
                // A store that compacts its history as fast as it is read would keep this going forever.
                guard revision > start else { throw MessageError("a history begins before its beginning") }
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
        // Cut rarely, and well after the limit: each cut moves all stored events.
        guard events.count > 2 * limit else { return }
        cut()
    }

    /// Removes whole revisions, the earliest first, down to the limit.
    private mutating func cut() {
        guard events.count > limit else { return }
        let oldest = events[events.count - limit].revision
        events.removeFirst(events.prefix { $0.revision < oldest }.count)
        isCut = true
    }
}
