import ExperimentsCore
import Foundation

/// What a keeper holds and is about to ask. A value, which is kept under a lock.
struct HeldEvaluation: Sendable {
    /// A request that was made of it.
    struct Question: Sendable, Hashable {
        /// For whom the flags are evaluated.
        let context: SourcePersona
        /// The tag of the answer that is held for this context.
        let etag: String?
        /// What was announced.
        let announced: AnnouncedChange?
        /// Later questions have higher numbers.
        let number: Int
    }

    /// What became of an answer.
    enum Taken: Sendable, Hashable {
        case snapshot(FetchOutcome.Status, isNew: Bool)
        /// Another context is asked for by now: ask again.
        case outdated
        /// A later question was answered already.
        case overtaken
    }

    /// For whom the flags are evaluated unless somebody asks otherwise.
    private let configured: SourcePersona
    /// The last good answer for that one.
    private var ofConfigured: Snapshot?
    /// For whom the flags are evaluated.
    private(set) var context: SourcePersona
    /// The last good answer.
    private(set) var snapshot = Snapshot.empty
    /// For whom that was.
    private var answered: SourcePersona?
    /// What was announced since the last question.
    private var announced: AnnouncedChange?
    /// Whether somebody was told of it and has not asked yet.
    private var isTold = false
    private var asked = 0
    private var taken = 0

    init(context: SourcePersona) {
        configured = context
        self.context = context
    }

    /// What became of the wish to ask for somebody else.
    enum Change: Sendable, Hashable {
        /// It is the same.
        case none
        /// The snapshot stays until there is an answer.
        case awaited
        /// The snapshot is what was last answered for the configured context: what somebody else gets must not be taken
        /// for that, not even while the server cannot be asked.
        case restored
    }

    /// Asks for somebody else from now on.
    mutating func change(to context: SourcePersona) -> Change {
        guard context != self.context else { return .none }
        self.context = context
        guard context == configured, answered != configured, let ofConfigured else { return .awaited }
        (snapshot, answered) = (ofConfigured, configured)
        return .restored
    }

    /// Notes what was announced. False where it only adds to something that was told and that nobody has asked about yet.
    mutating func note(_ change: AnnouncedChange) -> Bool {
        announced = announced?.joined(with: change) ?? change
        defer { isTold = true }
        return !isTold
    }

    /// The next question. What was announced is asked about once.
    mutating func nextQuestion() -> Question {
        asked += 1
        isTold = false
        defer { announced = nil }
        // The tag of another context's answer must not be sent: some servers compare it and not the answer.
        let mayBeUnchanged = answered == context && announced?.mayHaveMissed != true
        return Question(
            context: context, etag: mayBeUnchanged ? snapshot.etag : nil, announced: announced, number: asked)
    }

    /// Takes a question back that was not answered, so that the next one asks about the same.
    mutating func takeBack(_ question: Question) {
        guard let lost = question.announced else { return }
        announced = announced.map { lost.joined(with: $0) } ?? lost
    }

    /// Takes that nothing has changed since the answer that is held.
    mutating func takeUnchanged(_ question: Question, at now: Date) -> Taken {
        if let left = leftBehind(question) { return left }
        snapshot = Snapshot(
            entries: snapshot.entries, etag: snapshot.etag, fetchedAt: now, notes: snapshot.notes)
        if question.context == configured { ofConfigured = snapshot }
        return .snapshot(.unchanged, isNew: false)
    }

    /// Takes a good answer.
    mutating func take(_ answer: EvaluationAnswer, etag: String?, for question: Question, at now: Date) -> Taken {
        if let left = leftBehind(question) { return left }
        let isSame = answered == question.context && snapshot.entries == answer.entries
        let isNew = !isSame || snapshot.notes != answer.notes
        snapshot = Snapshot(entries: answer.entries, etag: etag, fetchedAt: now, notes: answer.notes)
        answered = question.context
        if question.context == configured { ofConfigured = snapshot }
        return .snapshot(isSame ? .unchanged : answer.entries.isEmpty ? .empty : .updated, isNew: isNew)
    }

    private mutating func leftBehind(_ question: Question) -> Taken? {
        guard question.context == context else { return .outdated }
        guard question.number > taken else { return .overtaken }
        taken = question.number
        return nil
    }
}
