import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore

/// The content of a team's store: its overrides, the journal of their changes, and the people online. A value, updated
/// by the news of a watch.
///
/// Entries that cannot be read are left out and reported, and never overwritten, because another program may have
/// written them.
struct TeamRecords: Sendable {
    /// The parts that changed.
    struct Changes: OptionSet {
        let rawValue: Int
        static let overrides = Changes(rawValue: 1)
        static let journal = Changes(rawValue: 2)
        static let people = Changes(rawValue: 4)
    }

    /// The number of the last step, and its revision; both are 0 if there are no steps.
    struct Head: Sendable, Hashable {
        var number = 0
        var revision: Int64 = 0
    }

    let layout: EtcdLayout
    /// The overrides of all scopes.
    private(set) var overrides = OverrideSet.empty
    /// The number of the last step; nil if the stored text is not a number.
    private(set) var head: Head? = Head()
    /// The stored steps, by their numbers.
    private(set) var steps: [Int: OverrideStep] = [:]
    /// The people who are online, by session.
    private(set) var people: [String: TeamPerson] = [:]
    /// The keys that were left out, with the reasons.
    private(set) var leftOut: [EtcdKey: String] = [:]
    /// The profiles, personas and links of the team.
    private(set) var library = TeamLibrary()
    private var mirrors = Range.allCases.map { EtcdMirror(range: $0.rawValue) }

    /// The ranges that are watched, in their order.
    private enum Range: Int, CaseIterable {
        case overrides, journal, shared, later
    }

    init(_ layout: EtcdLayout) {
        self.layout = layout
    }

    /// The ranges to watch, in the order in which `take` expects them.
    var ranges: [EtcdWatchedRange] {
        let head = EtcdKeyRange.key(layout.key(of: .head))
        return [
            EtcdWatchedRange(layout.overrides, probe: head),
            EtcdWatchedRange(layout.journalAndLinks, probe: head),
            EtcdWatchedRange(layout.shared), EtcdWatchedRange(layout.later),
        ]
    }

    /// Whether a later version of this program has data here.
    var hasLaterLayout: Bool { !mirrors[Range.later.rawValue].entries.isEmpty }

    /// The journal, without the steps that cannot be read.
    var journal: OverrideJournal { OverrideJournal(steps: steps.sorted { $0.key < $1.key }.map(\.value)) }

    /// Returns the revision that last changed a key of the overrides; 0 if there is none.
    func revision(of key: EtcdKey) -> Int64 {
        mirrors[Range.overrides.rawValue].entries[key]?.modRevision ?? 0
    }

    /// The steps of the journal with the bytes that they take, the newest first.
    var stepSizes: [(number: Int, bytes: Int)] {
        mirrors[Range.journal.rawValue].entries.values.compactMap { entry in
            guard case .step(let number, _)? = layout.place(of: entry.key) else { return nil }
            return (number, entry.value.count)
        }.sorted { $0.number > $1.number }
    }

    /// Applies changes to the store.
    mutating func take(_ news: EtcdNews) -> Changes {
        var changes: Changes = []
        let events = mirrors[Range.overrides.rawValue].take(news)
        if !events.isEmpty {
            takeOverrides(events)
            changes.insert(.overrides)
        }
        let journal = mirrors[Range.journal.rawValue].take(news)
        if !journal.isEmpty {
            for event in journal {
                if case .link? = layout.place(of: event.key) { takeShared(event) } else { takeStep(event) }
            }
            changes.insert(.journal)
        }
        let shared = mirrors[Range.shared.rawValue].take(news)
        if !shared.isEmpty {
            for event in shared { takeShared(event) }
            changes.insert(.people)
        }
        if !mirrors[Range.later.rawValue].take(news).isEmpty { changes.insert(.overrides) }
        return changes
    }

    private mutating func takeOverrides(_ events: [EtcdEvent]) {
        // By scope, so that each set is copied once, regardless of the number of changes.
        var changed: [OverrideScope: [(name: String, override: Override?)]] = [:]
        for event in events {
            leftOut[event.key] = nil
            switch layout.place(of: event.key) {
            case .head?: takeHead(event)
            case .override(let scope, let name)?:
                changed[OverrideScope(scope), default: []].append((name, override(event, of: name)))
            default:
                if event.kind == .put { leftOut[event.key] = "\(event.key) is not the key of an override" }
            }
        }
        for (scope, changes) in changed {
            var set = overrides[scope]
            for change in changes { set[change.name] = change.override }
            overrides[scope] = set
        }
    }

    private mutating func takeHead(_ event: EtcdEvent) {
        guard event.kind == .put else {
            head = Head()
            return
        }
        let number = String(validUTF8: event.entry.value).flatMap { Int($0) }
        head = number.flatMap {
            (0..<Self.lastNumber).contains($0) ? Head(number: $0, revision: event.revision) : nil
        }
        if head == nil { leftOut[event.key] = "\(event.key) does not contain the number of a step" }
    }

    /// The limit of the twelve digits in a step's key.
    static let lastNumber = 1_000_000_000_000

    private mutating func override(_ event: EtcdEvent, of name: String) -> Override? {
        guard event.kind == .put else { return nil }
        guard String(validUTF8: event.entry.value) != nil else {
            leftOut[event.key] = "the override of \(Quotation.of(name)) is not UTF-8 text"
            return nil
        }
        do throws(OverrideDocumentProblem) {
            return try Override(entry: event.entry.value)
        } catch {
            leftOut[event.key] = "the override of \(Quotation.of(name)) cannot be read: \(error)"
            return nil
        }
    }

    private mutating func takeStep(_ event: EtcdEvent) {
        leftOut[event.key] = nil
        guard case .step(let number, _)? = layout.place(of: event.key) else {
            if event.kind == .put { leftOut[event.key] = "\(event.key) is not the key of a step" }
            return
        }
        steps[number] = nil
        guard event.kind == .put else { return }
        do throws(OverrideDocumentProblem) {
            steps[number] = try OverrideStep(document: event.entry.value)
        } catch {
            leftOut[event.key] = "the step \(number) of the journal cannot be read: \(error)"
        }
    }

    private mutating func takeShared(_ event: EtcdEvent) {
        let place = layout.place(of: event.key)
        leftOut[event.key] = library.take(event, at: place)
        guard case .presence(let session)? = place else { return }
        people[session] = event.kind == .put ? TeamPerson(session: session, document: event.entry.value) : nil
    }
}

extension EtcdScope {
    /// Creates the scope for the layout.
    init(_ scope: OverrideScope) {
        switch scope {
        case .everyone: self = .team
        case .app(let app): self = .app(app)
        case .installation(let app, let id): self = .installation(app: app, id: id)
        }
    }
}

extension OverrideScope {
    /// Creates the scope from the layout.
    init(_ scope: EtcdScope) {
        switch scope {
        case .team: self = .everyone
        case .app(let app): self = .app(app)
        case .installation(let app, let id): self = .installation(app: app, id: id)
        }
    }
}

extension OverrideAddress {
    /// The place of the override in the layout.
    var place: EtcdPlace { .override(EtcdScope(scope), name) }
}
