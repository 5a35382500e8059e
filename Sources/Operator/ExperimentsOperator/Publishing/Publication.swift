/// The steps from an input to a published version: read, judge, let the service check, show, ask, send, read again if
/// the answer is lost, and apply again or report a conflict if someone else was first.
///
/// All commands and the dashboard use these steps, for every target. It is a value: it returns requests for outside
/// work (``Request``) and gets the results, but does nothing itself.
package struct Publication<Target: PublicationTarget>: Sendable {
    /// The stage of a publication.
    package enum Stage: Sendable {
        /// The published version is being read.
        case checking
        /// The service checks the changes.
        case rehearsing(Target.Review)
        /// The operator is asked for consent.
        case review(Target.Review)
        /// The changes are being sent.
        case sending(Target.Review)
        /// There was no answer, or someone else was first, for this reason, so the published version is being read.
        case asking(Target.Review, String)
        /// The changes are published. `found` is the reason for reading again, if the answer was lost.
        case published(Target.Base, Target.Review, found: String?)
        /// The service accepts the changes. Nothing was published, because that was all that was asked for.
        case rehearsed(Target.Review)
        /// Someone else has published since the input was made, or since the review. Nothing was published.
        case conflict(Target.Conflict)
        /// Nothing was published, for this reason. `permitted` is the input with the missing permission, if the
        /// operator can give it.
        case refused(RefusalReason, permitted: Target.Input?)
        /// The changes were sent, but the result is not known, for this reason.
        case unknown(Target.Review, String)
        /// There is nothing to publish. The base is nil if it was not read.
        case unchanged(Target.Base?)
        /// The operator has denied consent. Nothing was published.
        case stopped
    }

    /// A request to carry out.
    package enum Request: Sendable {
        /// Read the published version, and what the input needs.
        case check(Target.Input)
        /// Let the service check the changes.
        case rehearse(Target.Review)
        /// Publish the changes.
        case send(Target.Review)
        /// Read what was published since the review.
        case look(Target.Review)

        /// Whether it changes what is published.
        package var isChange: Bool { if case .send = self { true } else { false } }

        /// Returns the event for a request that failed.
        package func failed(_ error: any Error) -> Event {
            switch self {
            case .check: .notChecked(RefusalReason(error))
            case .rehearse: .notRehearsed(SendingProblem(error))
            case .send: .notSent(SendingProblem(error))
            case .look: .notLooked(RefusalReason(error))
            }
        }
    }

    /// The result of a request, or the answer to the question.
    package enum Event: Sendable {
        /// The published version, and what is to be published in its place.
        case checked(Target.Base, Target.Candidate)
        /// The published version could not be read.
        case notChecked(RefusalReason)
        /// The service accepts the changes.
        case rehearsed
        /// The service does not accept the changes.
        case notRehearsed(SendingProblem)
        /// The operator has given consent. `note` describes the new version; nil to keep the description of the review.
        case consented(note: String?)
        /// The operator has denied consent.
        case declined
        /// The operator gives the missing permission.
        case permitted
        /// The changes were published.
        case sent(Target.Base)
        /// The changes were not published, or the result is not known.
        case notSent(SendingProblem)
        /// Everything that was published since the review, the oldest first.
        case looked([Target.Base])
        /// The published version could not be read.
        case notLooked(RefusalReason)
    }

    /// How often an edit is applied again, because someone else was first.
    private static var mostRepetitions: Int { 1 }
    /// How often the published version is read again, because it changed while the service checked the changes.
    private static var mostRehearsals: Int { 3 }

    /// What is published.
    package private(set) var input: Target.Input
    /// The target, for sentences: `project my-shop`.
    package let title: String
    /// The consent that is required before anything is sent.
    package let consent: PublicationConsent
    /// Whether the changes are only checked.
    package let isRehearsal: Bool
    /// The stage that the publication has reached.
    package private(set) var stage = Stage.checking
    /// Whether the input was applied again to the version of someone who published first.
    package private(set) var wasRepeated = false
    /// The review that the operator has consented to.
    private var consented: Target.Review?
    private var repetitions = 0
    private var rehearsals = 0

    /// - Parameters:
    ///   - input: what is published.
    ///   - title: the target, as messages show it.
    ///   - consent: the consent that is required.
    ///   - isRehearsal: whether the changes are only checked.
    package init(
        _ input: Target.Input, to title: String, consent: PublicationConsent, isRehearsal: Bool = false
    ) {
        self.input = input
        self.title = title
        self.consent = consent
        self.isRehearsal = isRehearsal
    }

    /// Returns the first request; nil if there is nothing to publish, or a rule that can be checked here is broken.
    package mutating func begin() -> Request? {
        guard let judgement = Target.judgement(of: input) else { return .check(input) }
        return follow(judgement)
    }

    /// Handles an event, and returns the next request. Events that do not belong to the stage are ignored.
    package mutating func take(_ event: Event) -> Request? {
        switch (stage, event) {
        case (.checking, .checked(let base, let candidate)):
            return follow(Target.judgement(of: input, candidate, on: base))
        case (.checking, .notChecked(let reason)): stage = .refused(reason, permitted: nil)
        case (.rehearsing(let review), .rehearsed): return rehearsed(review)
        case (.rehearsing, .notRehearsed(let problem)): return notRehearsed(problem)
        case (.review, .declined), (.checking, .declined), (.rehearsing, .declined): stage = .stopped
        case (.review(let review), .consented(let note)):
            return send(note.map { Target.described(review, as: $0) } ?? review)
        case (.refused(_, let permitted?), .permitted):
            input = permitted
            stage = .checking
            return begin()
        case (.sending(let review), .sent(let base)): stage = .published(base, review, found: nil)
        case (.sending(let review), .notSent(let problem)): return notSent(problem, review)
        case (.asking(let review, let reason), .looked(let versions)),
            (.unknown(let review, let reason), .looked(let versions)):
            return looked(versions, review, reason)
        case (.asking(let review, let reason), .notLooked(let other)):
            stage = .unknown(review, "\(reason), and then: \(other.message)")
        default: break
        }
        return nil
    }

    private mutating func follow(_ judgement: PublicationJudgement<Target>) -> Request? {
        switch judgement {
        case .review(let review):
            stage = .rehearsing(review)
            return .rehearse(review)
        case .unchanged(let base): stage = .unchanged(base)
        case .conflict(let conflict): stage = .conflict(conflict)
        case .refused(let reason, let permitted): stage = .refused(reason, permitted: permitted)
        }
        return nil
    }

    private mutating func rehearsed(_ review: Target.Review) -> Request? {
        guard !isRehearsal else {
            stage = .rehearsed(review)
            return nil
        }
        let isKnown = consented.map { Target.isSame($0, review) } ?? false
        if consent == .given || isKnown { return send(review) }
        stage = .review(review)
        return nil
    }

    private mutating func notRehearsed(_ problem: SendingProblem) -> Request? {
        switch problem {
        case .conflict where rehearsals < Self.mostRehearsals:
            rehearsals += 1
            stage = .checking
            return .check(input)
        case .conflict:
            stage = .refused(
                RefusalReason(PublicationWords.othersFirst + "; nothing was published"), permitted: nil)
        case .refused(let reason), .unknown(let reason): stage = .refused(reason, permitted: nil)
        }
        return nil
    }

    private mutating func send(_ review: Target.Review) -> Request? {
        consented = review
        stage = .sending(review)
        return .send(review)
    }

    private mutating func notSent(_ problem: SendingProblem, _ review: Target.Review) -> Request? {
        switch problem {
        case .refused(let reason):
            stage = .refused(reason, permitted: nil)
            return nil
        // What is published now shows who was first.
        case .conflict: stage = .asking(review, PublicationWords.othersFirst)
        case .unknown(let reason): stage = .asking(review, reason.message)
        }
        return .look(review)
    }

    private mutating func looked(
        _ versions: [Target.Base], _ review: Target.Review, _ reason: String
    ) -> Request? {
        switch Target.standing(of: review, among: versions) {
        case .published(let base): stage = .published(base, review, found: reason)
        case .untouched:
            stage = .refused(
                RefusalReason("\(reason); nothing was published", advice: "Try again."), permitted: nil)
        case .others(let base):
            guard Target.isAppliedAgain(input), repetitions < Self.mostRepetitions else {
                stage = .conflict(Target.conflict(input, review, with: base))
                return nil
            }
            repetitions += 1
            wasRepeated = true
            stage = .checking
            return .check(input)
        case .unclear: stage = .unknown(review, reason)
        }
        return nil
    }
}
