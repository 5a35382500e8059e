import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsLocks
import Foundation

/// A keeper for values in an etcd cluster. While it is observed, it gets each change as soon as it is made.
///
/// If the store cannot be reached or read, the last good snapshot stays.
///
/// It is not made of a `PayloadKeeper`, because the store sends each change by itself, and no payload.
package final class EtcdRemoteConfigKeeper: RemoteConfigKeeper {
    /// The state that may be read on any thread at any time.
    private struct State {
        var snapshot = Snapshot.empty
        var status = LiveStatus.off
        var observerIDs: Set<Int> = []
        var nextID = 0
        var watching: Task<Void, Never>?
        /// The number of the current watch, so that messages of an ended one are ignored.
        var run = 0
        /// The order of the fetches.
        var fetches = EventOrder()
    }

    /// Held while news from the store are handled, which may take a while.
    private struct Work {
        var mirror = EtcdMirror()
        var values: EtcdValues
        /// The greatest revision that changed a value, as far as is known.
        var version: Int64 = 0
        var hasRead = false
        /// The note that the store was reset to an earlier state, until it is past the later one again.
        var setback: (note: SourceNote, end: Int64)?

        /// Notes that the store is at an earlier revision than before.
        mutating func noteSetback(to revision: Int64) {
            let text =
                "the store went back from revision \(mirror.revision) to \(revision), as after a restore from a snapshot; "
                + "what was published after it is lost"
            setback = (SourceNote(title: SourceNote.problemTitle, text: text), mirror.revision)
            version = 0
        }
    }

    private let client: EtcdClient
    private let layout: EtcdLayout
    private let content: EtcdContent
    private let listens: Bool
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    private let work: Mutex<Work>
    private let observers = Observers<KeeperNotice>()

    /// Creates a keeper. It sends nothing before the first fetch or the first observer.
    ///
    /// - Parameters:
    ///   - client: the client of the cluster.
    ///   - layout: the layout of the data in the store.
    ///   - content: the form of the values.
    ///   - listens: whether the store is watched while there are observers.
    ///   - now: returns the time.
    package init(
        client: EtcdClient, layout: EtcdLayout, content: EtcdContent = .keys, listens: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.client, self.layout, self.content) = (client, layout, content)
        (self.listens, self.now) = (listens, now)
        work = Mutex(Work(values: EtcdValues(content, in: layout)))
    }

    deinit {
        state.withLock(\.watching)?.cancel()
    }

    /// The store for its values.
    package var store: EtcdValueStore { EtcdValueStore(client: client, layout: layout, content: content) }

    /// The last known content of the store; empty before the first.
    package var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// Whether changes are received immediately, which they are while there are observers.
    package var liveStatus: LiveStatus { state.withLock(\.status) }

    /// Reads all values.
    ///
    /// - Throws: `FetchFailure`.
    package func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        do {
            let number = state.withLock { $0.fetches.next() }
            let read = try await client.readAll([content.range(in: layout)])
            let isNew = try take(.state(read), ofFetch: number)
            observers.deliver()
            let bytes = read.entries.joined().reduce(0) { $0 + $1.value.count }
            let isEmpty = snapshot.entries.isEmpty
            return FetchOutcome(status: isEmpty ? .empty : isNew ? .updated : .unchanged, bytes: bytes)
        } catch let error as EtcdError {
            throw FetchFailure(error.description, advice: error.advice)
        } catch {
            throw FetchFailure(error)
        }
    }

    /// Calls `handler` with each notice, until the returned handle is cancelled or released. While there are observers,
    /// the store is watched.
    package func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        let observation = observers.add(handler)
        let id = state.withLock { state in
            state.nextID += 1
            state.observerIDs.insert(state.nextID)
            if listens, state.watching == nil { watch(&state) }
            return state.nextID
        }
        observers.deliver()
        return ObservationHandle { [weak self] in
            observation.cancel()
            self?.leave(id)
        }
    }

    private func leave(_ id: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.observerIDs.remove(id) != nil, state.observerIDs.isEmpty else { return nil }
            defer { state.watching = nil }
            state.run += 1
            set(.off, &state)
            return state.watching
        }
        task?.cancel()
        observers.deliver()
    }

    private func watch(_ state: inout State) {
        state.run += 1
        set(.connecting, &state)
        let run = state.run
        let range = EtcdWatchedRange(content.range(in: layout))
        state.watching = Task { [client, weak self] in
            await client.watch([range]) { [weak self] news in self?.hear(news, run) }
        }
    }

    /// Handles news of the watch. Only one task calls it at a time.
    private func hear(_ news: EtcdNews, _ run: Int) {
        guard state.withLock({ $0.run == run }) else { return }
        if case .condition(let condition) = news {
            state.withLock { if $0.run == run { set(LiveStatus(condition), &$0) } }
        } else {
            do {
                _ = try take(news, ofFetch: nil)
            } catch {
                // The service then reads the values itself, and gets the error.
                observers.enqueue(.sourceChanged)
            }
        }
        observers.deliver()
    }

    /// Handles news from the store.
    ///
    /// - Parameter number: the number of the fetch from which they come; nil for news from a watch. A watch, or a later
    ///   fetch, may have reported something newer. News from a watch are always used, even if the store was reset to an
    ///   earlier state.
    /// - Returns: whether the values changed.
    private func take(_ news: EtcdNews, ofFetch number: Int?) throws -> Bool {
        let fetchedAt = now()
        return try work.withLock { work in
            if let number {
                let (isLater, isWatched) = state.withLock { ($0.fetches.accept(number), $0.watching != nil) }
                guard isLater else { return false }
                if isWatched, case .state(let read) = news, read.revision < work.mirror.revision {
                    return false
                }
            }
            var isSetBack = false
            if case .state(let read) = news, read.revision < work.mirror.revision {
                work.noteSetback(to: read.revision)
                isSetBack = true
            }
            let events = work.mirror.take(news)
            try work.values.take(events, now: work.mirror)
            let isNew = !events.isEmpty || !work.hasRead || isSetBack
            work.hasRead = true
            let revisions = isSetBack ? work.mirror.entries.values.map(\.modRevision) : events.map(\.revision)
            work.version = max(work.version, revisions.max() ?? 0)
            if let end = work.setback?.end, work.mirror.revision > end { work.setback = nil }
            let snapshot = Snapshot(
                entries: work.values.entries, version: work.version == 0 ? nil : String(work.version),
                fetchedAt: fetchedAt, notes: work.values.notes + [work.setback?.note].compactMap(\.self))
            state.withLock { state in
                state.snapshot = snapshot
                if isNew { observers.enqueue(.snapshot(snapshot)) }
            }
            return isNew
        }
    }

    private func set(_ status: LiveStatus, _ state: inout State) {
        guard state.status != status else { return }
        state.status = status
        observers.enqueue(.liveStatus(status))
    }
}

extension EtcdRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? { SourceCopy(snapshot) }

    package func restore(_ copy: SourceCopy) throws {
        guard let restored = copy.snapshot else { throw FetchFailure("it does not contain values") }
        state.withLock { state in
            guard state.snapshot.fetchedAt == nil else { return }
            state.snapshot = restored
            observers.enqueue(.snapshot(restored))
        }
        observers.deliver()
    }
}

extension LiveStatus {
    /// Creates the live status that shows the state of a watch.
    init(_ condition: EtcdWatchCondition) {
        switch condition {
        case .connecting: self = .connecting
        case .live: self = .live
        case .interrupted(let failure): self = .interrupted(reason: failure.description, nextTryAt: nil)
        case .refused(let error): self = .interrupted(reason: error.description, nextTryAt: nil)
        case .ended(let error): self = .unavailable(reason: error.description)
        }
    }
}
