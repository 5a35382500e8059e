import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import Foundation

/// Publishes the values of a source: for the dashboard and for commands.
package struct ValuePublishing: Sendable {
    /// The name of the source in the project.
    package let source: String
    /// The environment that its values are for.
    private let environment: String
    private let store: EtcdValueStore
    private let origin: OverrideOrigin
    private let now: @Sendable () -> Date
    private let newID: @Sendable () -> String

    /// - Parameters:
    ///   - environment: the environment of the source, if the project has one.
    ///   - origin: the publisher and the program.
    ///   - now: returns the time.
    ///   - newID: returns a new unique ID.
    package init(
        _ store: EtcdValueStore, of source: String, environment: String?, by origin: OverrideOrigin,
        now: @escaping @Sendable () -> Date = { Date() },
        newID: @escaping @Sendable () -> String = { Hexadecimal.randomID() }
    ) {
        self.store = store
        self.source = source
        self.origin = origin
        self.environment = environment ?? store.layout.environment
        self.now = now
        self.newID = newID
    }

    /// Creates the publishing for a service's source; nil if its values cannot be published.
    package init?(
        _ keeper: any RemoteConfigKeeper, of source: String, environment: String?, by origin: OverrideOrigin
    ) {
        guard let keeper = keeper as? EtcdRemoteConfigKeeper else { return nil }
        self.init(keeper.store, of: source, environment: environment, by: origin)
    }

    /// Whether the values of a source can be published.
    package static func serves(_ keeper: any RemoteConfigKeeper) -> Bool { keeper is EtcdRemoteConfigKeeper }

    /// Returns a publication.
    ///
    /// - Parameters:
    ///   - title: the target, as messages show it; nil for the name of the source.
    ///   - environment: the environment; nil for that of the source or of the store.
    ///   - isRehearsal: whether the changes are only checked.
    package func publication(
        of input: ValueInput, to title: String? = nil, in environment: String? = nil,
        isRehearsal: Bool = false
    ) -> Publication<ValuePublishing> {
        Publication(
            input, to: title ?? source,
            consent: PublicationConsent(in: environment ?? self.environment, called: store.layout.project),
            isRehearsal: isRehearsal)
    }

    /// Reads the published values as of a revision.
    package func published(at revision: Int64?) async throws -> PublishedValues {
        try await store.published(at: revision)
    }

    /// Returns the publications, the latest first.
    package func history(of name: String? = nil, limit: Int) async throws -> PublicationHistory {
        try await store.history(of: name, limit: limit)
    }
}

/// What is published to a source of values.
package struct ValueInput: Sendable {
    /// What is published.
    package enum Action: Sendable {
        /// These edits.
        case edits([String: ValueEdit])
        /// All values of a file. Other names are removed.
        case file(ExactDictionary<Snapshot.Entry>, document: [UInt8])
        /// The values of an earlier revision, again.
        case revision(Int64)
    }

    /// What is published.
    package let action: Action
    /// A note for the history; nil for none.
    package let note: String?
    /// The keys of the app, which must accept the new values; nil to publish any name and value.
    package let keys: [CatalogKey]?

    package init(_ action: Action, note: String? = nil, for keys: [CatalogKey]? = nil) {
        self.action = action
        self.note = note
        self.keys = keys
    }
}

/// The changes to values, for review before they are sent.
package struct ValueReview: Sendable {
    /// The changes.
    package let proposal: ValueProposal
    /// The ID of the publication, which is stored with it.
    package let id: String
    /// The mark that shows that the publication was made.
    let mark: EtcdKey
    let layout: EtcdLayout
    /// A note for the history; nil for none.
    package fileprivate(set) var note: String?
}

/// The published values as of a revision.
package struct ValueVersion: Sendable {
    /// The published values; nil if they were not read after the publication.
    package let values: PublishedValues?
    /// The revision of the publication.
    package let revision: Int64

    package init(_ values: PublishedValues?, at revision: Int64) {
        self.values = values
        self.revision = revision
    }
}

extension ValuePublishing: PublicationTarget {
    package var title: String { source }

    package func published() async throws -> ValueVersion {
        let values = try await store.published()
        return ValueVersion(values, at: values.revision)
    }

    package func candidate(of input: ValueInput, on base: ValueVersion) async throws -> ValueReview {
        guard let base = base.values else { throw MessageError("the published values were not read") }
        let proposal: ValueProposal
        switch input.action {
        case .edits(let edits): proposal = ValueProposal(edits, on: base)
        case .file(let entries, let document): proposal = ValueProposal(entries, as: document, on: base)
        case .revision(let revision):
            let then = try await store.published(at: revision)
            proposal = ValueProposal(then.entries, as: then.document, on: base)
        }
        let id = newID()
        return ValueReview(
            proposal: proposal, id: id, mark: store.mark(of: id), layout: store.layout, note: input.note)
    }

    package func rehearse(_ review: ValueReview) async throws { try store.check(review.proposal) }

    package func send(_ review: ValueReview) async throws -> ValueVersion {
        switch try await store.publish(
            review.proposal, by: origin, note: review.note, at: now(), id: review.id)
        {
        case .known(let revision): return ValueVersion(nil, at: revision)
        case .unknown(let error): throw LostAnswer(message: error.description)
        }
    }

    package func versions(since review: ValueReview) async throws -> [ValueVersion] {
        [try await published()]
    }

    package static func judgement(of input: ValueInput) -> PublicationJudgement<ValuePublishing>? { nil }

    package static func judgement(
        of input: ValueInput, _ candidate: ValueReview, on base: ValueVersion
    ) -> PublicationJudgement<ValuePublishing> {
        guard !candidate.proposal.isEmpty else { return .unchanged(base) }
        if let problem = input.problem(with: candidate.proposal.changes) {
            return .refused(problem, permitted: nil)
        }
        return .review(candidate)
    }

    package static func standing(
        of review: ValueReview, among versions: [ValueVersion]
    ) -> PublicationStanding<ValueVersion> {
        guard let now = versions.last, let values = now.values else { return .unclear }
        if let revision = values.revision(of: review.mark) {
            return .published(ValueVersion(values, at: revision))
        }
        // Without a mark, a request that is under way may make the change later, unless another change prevents it.
        return values.prevents(review.proposal, in: review.layout) ? .others(now) : .unclear
    }

    package static func conflict(
        _ input: ValueInput, _ review: ValueReview, with base: ValueVersion
    ) -> ValueConflict {
        ValueConflict(review.proposal, with: base.values ?? review.proposal.base)
    }

    package static func isAppliedAgain(_ input: ValueInput) -> Bool { false }

    package static func isSame(_ review: ValueReview, _ other: ValueReview) -> Bool {
        review.proposal.changes == other.proposal.changes
    }

    package static func described(_ review: ValueReview, as note: String) -> ValueReview {
        var review = review
        review.note = note
        return review
    }
}

extension ValueInput {
    /// Returns the reason why the app does not accept the changes; nil if it does.
    fileprivate func problem(with changes: [ValueProposal.Change]) -> RefusalReason? {
        guard let keys else { return nil }
        let declared = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        for change in changes {
            guard let text = change.new?.text else { continue }
            guard let key = declared[change.name] else {
                let near = SpellingSuggestion.nearest(to: change.name, in: keys.map(\.name))
                let hint = near.map { "Did you mean \($0)?\n" } ?? ""
                return RefusalReason(
                    "no key \(Quotation.of(change.name))", advice: hint + "Use --raw to publish it anyway.")
            }
            do throws(IncorrectValue) {
                try key.check(text)
            } catch {
                return RefusalReason(RefusedValue(key: change.name, problem: error))
            }
        }
        return nil
    }
}

/// The error for a new value that its key does not accept.
package struct RefusedValue: Error, Sendable, Hashable, OperatorError {
    /// The name of the key.
    package let key: String
    /// The problem with the value.
    package let problem: IncorrectValue

    package var message: String { "invalid value for \(key): \(problem.reason)" }
    package var excerpt: String? { "expected \(problem.expected)" }
}

extension ValueProposal {
    /// `1 value`, `3 values`.
    package var countWords: String { CountText.count(changes.count, "value") }

    /// Returns the question before the values are published, without the question mark.
    package func question(to source: String) -> String { "Publish \(countWords) to \(source)" }

    /// Returns the message that they are published.
    ///
    /// - Parameter found: the reason for reading again; nil if the answer was not lost.
    package func publishedWords(to source: String, revision: Int64, found: String? = nil) -> String {
        "published \(countWords) to \(source): revision \(revision)\(PublicationWords.foundLater(found))"
    }
}

extension ValueProposal.Change {
    /// The change on one line: `color: "red" → "blue"`.
    package var line: String { "\(name): \(old.map(Self.shown) ?? "-") → \(new.map(Self.shown) ?? "-")" }

    private static func shown(_ entry: Snapshot.Entry) -> String {
        entry.text.map { Quotation.of($0, limit: 30) } ?? Snapshot.Entry.appDefault
    }
}

extension ValuePublication {
    /// The changes on one line.
    package var changesLine: String {
        guard let changes else { return names.joined(separator: ", ") + " (forgotten)" }
        return changes.map(\.line).joined(separator: "; ")
    }
}
