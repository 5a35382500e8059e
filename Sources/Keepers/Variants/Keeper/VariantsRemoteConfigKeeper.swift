import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A keeper for the values of a registry's flags, for one subject, from a file of flags and variants.
///
/// A fetch reads the file and makes it the registry's only document. Flags, variants and condition types from code
/// stay. If the file has a mistake, the fetch fails and nothing changes. A keeper that watches the file announces each
/// change of it as `.sourceChanged`. When code changes the subject or the registry, there is a new snapshot
/// immediately.
///
/// Every flag is a key. A flag whose value is null tells the app to use its default. A flag that cannot be read,
/// because one of the app's own conditions failed, is missing. If a variant sets the value of a flag, this is reported
/// as an experiment with the flag's name and the variant's ID.
///
/// `RANDOM` draws whenever the flags are read: after a change to the file, the registry or the subject, and again for
/// an explanation. Give the subject a seed to keep the numbers the same, so that an explanation is about the shown
/// value.
public final class VariantsRemoteConfigKeeper: RemoteConfigKeeper {
    private struct Content {
        let bytes: [UInt8]
        let hash: UInt64
        let readAt: Date
    }

    private struct State {
        var subject: Persona
        var snapshot = Snapshot.empty
        /// The content of the file when it was last read.
        var content: Content?
        /// The number of readings so far. Of two readings, the later one wins.
        var tickets = 0
        /// The number of the reading from which the snapshot was made.
        var published = 0
        /// The state of the registry from which the snapshot was made.
        var generation: Int?
    }

    /// The path of the file.
    public let path: String
    /// The flags and variants.
    public let registry: VariantRegistry

    private let shownPath: String
    private let now: @Sendable () -> Date
    private let settling: FileSettling
    private let state: Mutex<State>
    /// Held while the file is read and loaded, so that the result of two fetches is that of the later one.
    private let fetching = Mutex<Void>(())
    private let observers = Observers<KeeperNotice>()
    private let subscriptions = Mutex<[ObservationHandle]>([])

    /// Creates a keeper for the flags in a file, which is not read before the first fetch.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which need not exist yet.
    ///   - shownPath: the path as messages show it; `path` if nil.
    ///   - registry: the registry into which the flags are loaded; give one with the app's own condition types, if it
    ///     has any.
    ///   - subject: the user that the flags are read for.
    ///   - isWatched: whether changes to the file are announced immediately; if not, the next fetch notices them.
    ///   - now: returns the time.
    public convenience init(
        path: String, shownAs shownPath: String? = nil, registry: VariantRegistry = VariantRegistry(),
        subject: Persona = Persona(), isWatched: Bool = true, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            path: path, shownAs: shownPath, registry: registry, subject: subject, watcher: isWatched ? .system : nil,
            now: now)
    }

    /// - Parameter watcher: notices changes to the file; nil to notice them only with the next fetch.
    package init(
        path: String, shownAs shownPath: String? = nil, registry: VariantRegistry = VariantRegistry(),
        subject: Persona = Persona(), watcher: (any FileWatcher)?, settling: FileSettling = .system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.path = path
        self.settling = settling
        self.shownPath = shownPath ?? path
        self.registry = registry
        self.now = now
        state = Mutex(State(subject: subject))
        let fileObservation = watcher?.watch(path) { [weak self] in self?.observers.notify(.sourceChanged) }
        let registryObservation = registry.observe { [weak self] _ in self?.hearOfRegistry() }
        subscriptions.withLock { $0 = [fileObservation, registryObservation].compactMap { $0 } }
    }

    /// The values of the flags when they were last read; empty before the first fetch.
    public var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// The user that the flags are read for. Setting it reads them again.
    public var subject: Persona {
        get { state.withLock(\.subject) }
        set { updateSubject { $0 = newValue } }
    }

    func updateSubject(_ change: (inout Persona) -> Void) {
        state.withLock { change(&$0.subject) }
        readFlags()
    }

    /// Calls `handler` with each notice, for a change to the file and for each new snapshot, until the returned handle
    /// is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reads the file; see ``fetchNow()``. If the file is missing, waits a moment for it, because another program may
    /// be replacing it.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        try await settling.read(path) { try fetchNow() }
    }

    /// Reads the file and, if it has changed, every flag, on the caller's thread.
    ///
    /// - Throws: `FetchFailure` with every problem of the file as `file:line:column: path: reason`, each on a line.
    @discardableResult
    public func fetchNow() throws(FetchFailure) -> FetchOutcome {
        let (bytes, isNew) = try fetching.withLock { _ in takeFile() }.get()
        guard isNew else { return FetchOutcome(status: .unchanged, bytes: bytes) }
        readFlags()
        registry.tellObservers()
        return FetchOutcome(status: registry.flags.isEmpty ? .empty : .updated, bytes: bytes)
    }

    private func takeFile() -> Result<(bytes: Int, isNew: Bool), FetchFailure> {
        var bytes = 0
        do {
            let document = try VariantsDocument(contentsOfFile: path, name: shownPath)
            bytes = document.byteCount ?? 0
            let hash = document.contentHash
            let isNew = state.withLock { $0.content?.hash } != hash
            if isNew { try registry.replaceDocumentsQuietly(with: document) }
            let readAt = now()
            state.withLock { $0.content = Content(bytes: document.bytes, hash: hash, readAt: readAt) }
            return .success((bytes, isNew))
        } catch let problem as FileProblem {
            return .failure(FetchFailure(problem.named(shownPath).description))
        } catch {
            return .failure(FetchFailure(String(describing: error), bytes: bytes))
        }
    }

    /// Called when the registry has changed, possibly because of a fetch of this keeper, which has already read the
    /// flags in that case.
    private func hearOfRegistry() {
        let known = state.withLock(\.generation)
        if known != registry.program.generation { readFlags() }
    }

    /// Reads every flag, and makes the result the current snapshot if it differs. Does nothing before the first fetch.
    private func readFlags() {
        let inputs = state.withLock { state in
            state.tickets += 1
            return state.content.map { (ticket: state.tickets, subject: state.subject, content: $0) }
        }
        guard let inputs else { return }
        let (snapshot, generation) = evaluated(for: inputs.subject, inputs.content)
        let fresh = state.withLock { state -> Snapshot? in
            guard inputs.ticket > state.published else { return nil }
            state.published = inputs.ticket
            state.generation = generation
            let isSame = snapshot.version == state.snapshot.version && snapshot.entries == state.snapshot.entries
            state.snapshot = snapshot
            return isSame ? nil : snapshot
        }
        if let fresh { observers.notify(.snapshot(fresh)) }
    }

    /// Returns the values of all flags for a subject, and the state of the registry from which they were read.
    private func evaluated(for subject: Persona, _ content: Content) -> (snapshot: Snapshot, generation: Int) {
        let program = registry.program
        let readings = program.readings(for: subject, registry.random)
        var entries = [String: Snapshot.Entry](minimumCapacity: readings.count)
        var experiments: [ExperimentAssignment] = []
        for reading in readings {
            guard case .success(let value) = reading.value else { continue }
            entries[reading.flag] = Snapshot.Entry(value, supplier: reading.variant)
            if let variant = reading.variant {
                experiments.append(.init(id: reading.flag, variant: variant, keys: [reading.flag]))
            }
        }
        let snapshot = Snapshot(
            entries: entries, version: VariantsDocument.version(content.hash), fetchedAt: content.readAt,
            experiments: experiments)
        return (snapshot, program.generation)
    }
}

extension VariantsRemoteConfigKeeper: PersonaKeeper {
    /// Returns the flags for a subject with other fields and the same seed; nil before the first fetch.
    public func snapshot(for persona: SourcePersona) -> Snapshot? {
        let (content, subject) = state.withLock { ($0.content, $0.subject) }
        guard let content else { return nil }
        var other = subject
        other.context = VariantContext(persona.fields)
        return evaluated(for: other, content).snapshot
    }

    /// The fields of the subject.
    public var persona: SourcePersona { SourcePersona(fields: subject.context.values) }

    /// The names that conditions look up, in the order in which the document's variants first use them.
    public var personaFieldNames: [String] { registry.contextKeys }

    /// Reads the flags for a subject with other fields. The forced variants and the seed stay.
    public func setPersona(_ persona: SourcePersona) {
        updateSubject { $0.context = VariantContext(persona.fields) }
    }
}

extension VariantsRemoteConfigKeeper: ExplainingKeeper {
    /// Explains why a flag has its value for the subject: each variant that changes it, and each condition with its
    /// inputs. Empty for a name that is not a flag.
    public func explanation(of name: String) -> [ExplanationLine] {
        (try? registry.explain(name, for: subject))?.lines ?? []
    }
}

extension VariantsRemoteConfigKeeper {
    /// Uses the targeting key as the user, unless the fields contain one.
    ///
    /// The key is always a string, but `USER_ID_MOD` needs a number. So a string that is a whole number is converted,
    /// which makes no difference to other conditions.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        let fields = SourcePersona.byPath(fields)
        var persona = persona.adding(fields, identifiedBy: registry.userKey, as: targetingKey)
        if let key = targetingKey, fields[registry.userKey] == nil, Int64(key).map({ String($0) == key }) ?? false {
            persona.fields[registry.userKey] = .number(key)
        }
        return persona
    }

    /// Returns the flags for a user, and how conditions decided on them; nil before the first fetch.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        guard let snapshot = snapshot(for: persona) else { return nil }
        var other = subject
        other.context = VariantContext(persona.fields)
        return DecidedSnapshot(snapshot, decisions: registry.program.decisions(for: other, registry.random))
    }
}

extension VariantsRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? {
        state.withLock { state in
            state.content.map {
                SourceCopy(content: $0.bytes, fetchedAt: $0.readAt, version: VariantsDocument.version($0.hash))
            }
        }
    }

    package func restore(_ copy: SourceCopy) throws {
        let document = VariantsDocument(bytes: copy.content, name: shownPath)
        let isNew = try fetching.withLock { _ in
            Result {
                guard state.withLock({ $0.content == nil }) else { return false }
                try registry.replaceDocumentsQuietly(with: document)
                state.withLock {
                    $0.content = Content(bytes: copy.content, hash: document.contentHash, readAt: copy.fetchedAt)
                }
                return true
            }
        }.get()
        guard isNew else { return }
        readFlags()
        registry.tellObservers()
    }
}
