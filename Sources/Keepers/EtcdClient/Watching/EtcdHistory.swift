import ExperimentsTransport

/// The changes of keys, as far back as the store remembers them.
package struct EtcdHistory: Sendable, Hashable {
    /// The oldest revision that the store remembers.
    package var first: Int64
    /// The last revision that was read.
    package var last: Int64
    /// The changes in the order in which they were made, each with the earlier value.
    package var events: [EtcdEvent]
    /// Whether there are earlier changes beyond the limit.
    package var isCut: Bool
}

extension EtcdClient {
    /// Reads the changes of keys, as far back as the store remembers them.
    ///
    /// Only a watch reports past changes, and it never says that it has reported all of them. The present keys and
    /// `known` show what must be reported at least. Keys that were created and deleted by hand after that may be
    /// missing.
    ///
    /// A member reports a thousand revisions in a tenth of a second, and not more. So the latest revisions are
    /// requested first, followed by longer and longer stretches before them if those contain too little.
    ///
    /// - Parameters:
    ///   - limit: the number of changes to keep, counted from the latest. Those of one revision are kept together.
    ///   - known: a revision that certainly changed one of the keys; 0 if none is known.
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func history(of range: EtcdKeyRange, limit: Int, reaching known: Int64 = 0) async throws -> EtcdHistory {
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
                    return EtcdHistory(first: first, last: now.revision, events: events, isCut: isCut || !isAll)
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

    /// The keys that there were at a revision and are not among some others; nil where the store has forgotten it.
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

    /// The oldest revision of which the store still knows what there was. Only a watch that begins before it says it.
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

    /// Replays changes to their end, or to where the store has forgotten them.
    private func run(_ replay: EtcdReplay, of range: EtcdKeyRange) async throws -> EtcdReplay.End {
        try await tryMembers(effect: .none) { member, token in
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
            } catch let problem as EtcdAnswerProblem {
                throw EtcdFailure.invalid(problem)
            }
        }.get()
    }
}
