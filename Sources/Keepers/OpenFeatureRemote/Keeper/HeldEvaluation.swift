import ExperimentsCore
import Foundation

/// The last response of a server, and the requests to it. A value for use under a lock.
struct HeldEvaluation: Sendable {
    /// A question to the server.
    struct Question: Sendable, Hashable {
        /// The context for which the flags are evaluated.
        let context: SourcePersona
        /// The ETag of the last response for this context.
        let etag: String?
        /// The announcement to which the question is a reaction.
        let announced: AnnouncedChange?
        /// The number of the question. Later ones have higher numbers.
        let number: Int
    }

    /// The result of a response.
    enum Taken: Sendable, Hashable {
        case snapshot(FetchOutcome.Status, isNew: Bool)
        /// The context has changed in the meantime, so the server must be asked again.
        case outdated
        /// A later question has already been answered.
        case overtaken
    }

    /// The context that is used unless another one is set.
    private let configured: SourcePersona
    /// The last good answer for the configured context.
    private var ofConfigured: Snapshot?
    /// The context for which the flags are evaluated now.
    private(set) var context: SourcePersona
    /// The snapshot of the last good answer.
    private(set) var snapshot = Snapshot.empty
    /// The context of the last good answer.
    private var answered: SourcePersona?
    /// The announcements since the last question.
    private var announced: AnnouncedChange?
    /// Whether observers were notified, and the values were not requested since.
    private var isTold = false
    private var asked = 0
    private var taken = 0

    init(context: SourcePersona) {
        configured = context
        self.context = context
    }

    /// The result of changing the context.
    enum Change: Sendable, Hashable {
        /// The context is the same.
        case none
        /// The snapshot stays until there is a response.
        case awaited
        /// The snapshot is again the last one for the configured context. Values for another context must never be
        /// mistaken for it, even while the server cannot be reached.
        case restored
    }

    /// The last good answer, if it is for this context.
    func answer(for context: SourcePersona) -> Snapshot? { answered == context ? snapshot : nil }

    /// Changes the context.
    mutating func change(to context: SourcePersona) -> Change {
        guard context != self.context else { return .none }
        self.context = context
        guard context == configured, answered != configured, let ofConfigured else { return .awaited }
        (snapshot, answered) = (ofConfigured, configured)
        return .restored
    }

    /// Notes an announcement. Returns false if observers were already notified of an earlier one, and the values have
    /// not been requested since then.
    mutating func note(_ change: AnnouncedChange) -> Bool {
        announced = announced?.joined(with: change) ?? change
        defer { isTold = true }
        return !isTold
    }

    /// Returns the next question. Each announcement is included in one question.
    mutating func nextQuestion() -> Question {
        asked += 1
        isTold = false
        defer { announced = nil }
        // The ETag of an answer for another context must not be sent, because some servers compare only the tag.
        let mayBeUnchanged = answered == context && announced?.mayHaveMissed != true
        return Question(
            context: context, etag: mayBeUnchanged ? snapshot.etag : nil, announced: announced, number: asked)
    }

    /// Withdraws a question that was not answered, so that the next one includes the same announcement.
    mutating func takeBack(_ question: Question) {
        guard let lost = question.announced else { return }
        announced = announced.map { lost.joined(with: $0) } ?? lost
    }

    /// Notes that nothing has changed since the last response.
    mutating func takeUnchanged(_ question: Question, at now: Date) -> Taken {
        if let left = leftBehind(question) { return left }
        snapshot = Snapshot(
            entries: snapshot.entries, etag: snapshot.etag, fetchedAt: now, notes: snapshot.notes,
            problems: snapshot.problems)
        if question.context == configured { ofConfigured = snapshot }
        return .snapshot(.unchanged, isNew: false)
    }

    /// Takes a good response.
    mutating func take(_ answer: EvaluationAnswer, etag: String?, for question: Question, at now: Date)
        -> Taken
    {
        if let left = leftBehind(question) { return left }
        let isSame = answered == question.context && snapshot.entries == answer.entries
        let isNew = !isSame || snapshot.notes != answer.notes
        snapshot = Snapshot(
            entries: answer.entries, etag: etag, fetchedAt: now, notes: answer.notes,
            problems: answer.problems)
        answered = question.context
        if question.context == configured { ofConfigured = snapshot }
        return .snapshot(isSame ? .unchanged : answer.entries.isEmpty ? .empty : .updated, isNew: isNew)
    }

    /// Takes a response of an earlier run, unless there is one already.
    ///
    /// - Returns: whether it was taken.
    mutating func restore(_ snapshot: Snapshot) -> Bool {
        guard answered == nil else { return false }
        (self.snapshot, answered) = (snapshot, context)
        if context == configured { ofConfigured = snapshot }
        return true
    }

    private mutating func leftBehind(_ question: Question) -> Taken? {
        guard question.context == context else { return .outdated }
        guard question.number > taken else { return .overtaken }
        taken = question.number
        return nil
    }
}
