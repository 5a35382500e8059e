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
    /// The path of the file.
    public let path: String
    /// The flags and variants.
    public let registry: VariantRegistry

    private let keeper: PayloadKeeper<VariantsFormat>
    private let subscription = Mutex<ObservationHandle?>(nil)

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
            path: path, shownAs: shownPath, registry: registry, subject: subject,
            watcher: isWatched ? .system : nil,
            now: now)
    }

    /// - Parameter watcher: notices changes to the file; nil to notice them only with the next fetch.
    package init(
        path: String, shownAs shownPath: String? = nil, registry: VariantRegistry = VariantRegistry(),
        subject: Persona = Persona(), watcher: (any FileWatcher)?, settling: FileSettling = .system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.path = path
        self.registry = registry
        keeper = PayloadKeeper(
            VariantsFormat(registry: registry, shownPath: shownPath ?? path),
            from: .file(
                PayloadFile(
                    path: path, shownAs: shownPath, limit: VariantsDocument.largestFile, settling: settling)),
            for: subject, watcher: watcher, now: now)
        let observation = registry.observe { [weak keeper] _ in
            // A fetch of this keeper has already read the flags.
            guard let keeper, keeper.generation != registry.program.generation else { return }
            keeper.evaluate()
        }
        subscription.withLock { $0 = observation }
    }

    /// The values of the flags when they were last read; empty before the first fetch.
    public var snapshot: Snapshot { keeper.snapshot }

    /// The user that the flags are read for. Setting it reads them again.
    public var subject: Persona {
        get { keeper.user }
        set { updateSubject { $0 = newValue } }
    }

    func updateSubject(_ change: (inout Persona) -> Void) {
        keeper.changeUser(change)
    }

    /// Calls `handler` with each notice, for a change to the file and for each new snapshot, until the returned handle
    /// is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        keeper.observers.add(handler)
    }

    /// Reads the file; see ``fetchNow()``. If the file is missing, waits a moment for it, because another program may
    /// be replacing it.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        tell(try await keeper.fetch())
    }

    /// Reads the file and, if it has changed, every flag, on the caller's thread.
    ///
    /// - Throws: `FetchFailure` with every problem of the file as `file:line:column: path: reason`, each on a line.
    @discardableResult
    public func fetchNow() throws(FetchFailure) -> FetchOutcome {
        tell(try keeper.fetchNow())
    }

    /// Notifies the observers of the registry, if a fetch has changed it.
    private func tell(_ outcome: FetchOutcome) -> FetchOutcome {
        if outcome.status != .unchanged { registry.tellObservers() }
        return outcome
    }
}

/// A file of flags and variants. Reading it makes it the registry's only document.
private struct VariantsFormat: PayloadFormat {
    /// What is stored of a document, besides the flags and variants in the registry.
    struct Content: Sendable {
        let version: String
        let notes: [SourceNote]
    }

    /// The largest number of stored notes. Further ones are only counted.
    static let mostNotes = 50

    let registry: VariantRegistry
    let shownPath: String

    /// `RANDOM` would draw again.
    var changesByItself: Bool { false }

    /// Loads the document.
    func content(of payload: Payload) throws(FetchFailure) -> Content {
        let document = VariantsDocument(bytes: payload.content, name: shownPath)
        let warnings: [DocumentProblem]
        do throws(DocumentProblems) {
            warnings = try registry.replaceDocumentsQuietly(with: document)
        } catch {
            // The reason of a failure is one line, in a note, a header or a log.
            throw FetchFailure(error.problems.map(\.description).joined(separator: "; "))
        }
        // What has no effect is said, because no value shows it.
        var notes = warnings.prefix(Self.mostNotes).map {
            SourceNote(title: SourceNote.problemTitle, text: $0.description)
        }
        if warnings.count > Self.mostNotes {
            notes.append(
                SourceNote(title: "And", text: "\(warnings.count - Self.mostNotes) more such problems"))
        }
        return Content(version: VariantsDocument.version(document.contentHash), notes: notes)
    }

    /// Reads all flags for a subject.
    func values(of content: Content, _ payload: Payload, for subject: Persona) -> PayloadValues {
        let program = registry.program
        let readings = program.readings(for: subject, registry.random)
        var entries = ExactDictionary<Snapshot.Entry>(minimumCapacity: readings.count)
        var experiments: [ExperimentAssignment] = []
        for reading in readings {
            guard case .success(let value) = reading.value else { continue }
            entries[reading.flag] = Snapshot.Entry(value, supplier: reading.variant)
            if let variant = reading.variant {
                experiments.append(.init(id: reading.flag, variant: variant, keys: [reading.flag]))
            }
        }
        let snapshot = Snapshot(
            entries: entries, version: content.version, fetchedAt: payload.fetchedAt,
            experiments: experiments,
            notes: content.notes)
        return PayloadValues(snapshot, generation: program.generation)
    }

    func isEmpty(_ content: Content) -> Bool { registry.flags.isEmpty }
}

extension VariantsRemoteConfigKeeper: PersonaKeeper {
    /// Returns the flags for a subject with other fields and the same seed; nil before the first fetch.
    public func snapshot(for persona: SourcePersona) -> Snapshot? {
        guard let (held, subject) = keeper.heldForUser else { return nil }
        var other = subject
        other.context = VariantContext(persona.fields)
        return keeper.format.values(of: held.content, held.payload, for: other).snapshot
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
        if let key = targetingKey, fields[registry.userKey] == nil,
            Int64(key).map({ String($0) == key }) ?? false
        {
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
    package func copy() -> SourceCopy? { keeper.copy() }

    package func restore(_ copy: SourceCopy) throws {
        guard keeper.held == nil else { return }
        try keeper.restore(copy)
        registry.tellObservers()
    }
}
