import ExperimentsCore
import FirebaseTemplates

/// The way from a draft, or from an earlier version, to what is published: look, check, show, ask, send, and tell what
/// came of it. Commands and dashboard go the same way.
///
/// It is a value: it says what is to be done outside (``Request``), takes what came of it, and does nothing itself.
public struct TemplatePublication: Sendable {
    /// What is to be published.
    public indirect enum Deed: Sendable, Hashable {
        /// A draft, in place of the version that it was made on.
        case draft(TemplateDraft)
        /// An earlier version, again.
        case rollback(to: Int64)
    }

    /// What somebody has to say before anything is sent.
    public enum Consent: Sendable, Hashable {
        /// Yes.
        case yes
        /// This word: what is published is what everybody gets.
        case typed(String)
    }

    /// What is about to be published, to be looked at.
    public struct Review: Sendable, Hashable {
        /// What is published now.
        public let current: PublishedTemplate
        /// What would be.
        public let template: RemoteConfigTemplate
        /// The way from the one to the other.
        public let difference: TemplateDifference
        /// What is odd about it, without keeping it from being published.
        public let warnings: [TemplateProblem]
    }

    /// How far it is.
    public indirect enum Stage: Sendable {
        /// What is published is being looked at, and the service checks what would be.
        case checking
        /// Somebody has to consent.
        case review(Review)
        /// It is on its way.
        case sending(Review)
        /// No answer came back, so it is being asked what is published now; with the reason.
        case asking(Review, String)
        /// It is published; with the reason where that was only found by asking.
        case published(PublishedTemplate, Review, found: String?)
        /// Somebody else published since the draft was made, or since the review. Nothing was published.
        case conflict(TemplateRebase?, PublishedTemplate)
        /// Nothing was published.
        case refused(TemplateRefusalReason)
        /// It was sent, and nobody can be asked what became of it.
        case unknown(Review, String)
        /// There is nothing to publish.
        case unchanged
        /// Somebody said no.
        case stopped
    }

    /// What is to be done outside.
    public enum Request: Sendable {
        /// Read what is published, and let the service check what is to be.
        case check(Deed)
        /// Publish a template in place of the version with this tag.
        case send(RemoteConfigTemplate, replacing: String)
        /// Publish an earlier version again, in place of the version with this tag.
        case rollback(to: Int64, replacing: String?)
        /// Read what is published.
        case look
    }

    /// What came of a request, and what somebody said.
    public enum Event: Sendable {
        /// What is published, what would be, and what the service said to it.
        case checked(PublishedTemplate, RemoteConfigTemplate, TemplateRefusalReason?)
        /// What is published could not be read.
        case notChecked(TemplateRefusalReason)
        /// Somebody consented.
        case consented
        /// Somebody said no.
        case declined
        /// It was published.
        case sent(PublishedTemplate)
        /// It was not, or nobody knows.
        case notSent(TemplateSendingProblem)
        /// What is published now.
        case looked(PublishedTemplate)
        /// What is published now could not be read.
        case notLooked(TemplateRefusalReason)
    }

    /// What is to be published.
    public let deed: Deed
    /// Where, in sentences: `project my-shop`.
    public let origin: String
    /// What has to be said before anything is sent.
    public let consent: Consent
    /// What is to be said about the new version; nil for nothing.
    public let note: String?
    /// How far it is.
    public private(set) var stage = Stage.checking

    /// The way of a deed.
    ///
    /// - Parameters:
    ///   - name: the project's name, which has to be typed where the environment is production.
    ///   - environment: what the source's values are for, if it says.
    ///   - note: what is to be said about the new version; nil for nothing.
    public init(_ deed: Deed, to origin: String, called name: String, environment: String?, note: String? = nil) {
        (self.deed, self.origin, self.note) = (deed, origin, note)
        consent = EnvironmentName.isProduction(environment) ? .typed(name) : .yes
    }

    /// What is to be done first; nil where there is nothing to publish, or it breaks rules that can be checked here.
    public mutating func begin() -> Request? {
        if case .draft(let draft) = deed {
            if draft.isEmpty {
                stage = .unchanged
                return nil
            }
            if !draft.errors.isEmpty {
                stage = .refused(TemplateRefusalReason(TemplateProblems(draft.errors)))
                return nil
            }
        }
        return .check(deed)
    }

    /// Takes what happened, and answers what is to be done next. What does not belong to the stage is passed over.
    public mutating func take(_ event: Event) -> Request? {
        switch (stage, event) {
        case (.checking, .checked(let current, let template, let refusal)): checked(current, template, refusal)
        case (.checking, .notChecked(let reason)): stage = .refused(reason)
        case (.review, .declined), (.checking, .declined): stage = .stopped
        case (.review(let review), .consented): return send(review)
        case (.sending(let review), .sent(let published)): stage = .published(published, review, found: nil)
        case (.sending(let review), .notSent(let problem)): return notSent(problem, review)
        case (.asking(let review, let reason), .looked(let now)), (.unknown(let review, let reason), .looked(let now)):
            looked(now, review, reason)
        case (.asking(let review, let reason), .notLooked(let other)):
            stage = .unknown(review, "\(reason), and then: \(other.message)")
        default: break
        }
        return nil
    }

    private mutating func checked(
        _ current: PublishedTemplate, _ template: RemoteConfigTemplate, _ refusal: TemplateRefusalReason?
    ) {
        if case .draft(let draft) = deed, !Self.isSame(draft.base, current) {
            stage = .conflict(draft.rebased(on: current), current)
        } else if let refusal {
            stage = .refused(refusal)
        } else {
            var template = template
            if let note { template.setVersionDescription(note) }
            let difference = TemplateDifference(from: current.template, to: template)
            let warnings = TemplateValidator().problems(of: template).filter { $0.severity == .warning }
            let review = Review(current: current, template: template, difference: difference, warnings: warnings)
            stage = difference.isEmpty ? .unchanged : .review(review)
        }
    }

    /// Whether two are one version. Where there are no tags, the content says.
    private static func isSame(_ base: PublishedTemplate, _ current: PublishedTemplate) -> Bool {
        if let one = base.etag, let other = current.etag { return one == other }
        return base.template == current.template
    }

    private mutating func send(_ review: Review) -> Request? {
        stage = .sending(review)
        switch deed {
        case .rollback(let version): return .rollback(to: version, replacing: review.current.etag)
        case .draft:
            guard let etag = review.current.etag else {
                stage = .refused(TemplateRefusalReason("\(origin) gave no tag of its version; nothing was published"))
                return nil
            }
            return .send(review.template, replacing: etag)
        }
    }

    private mutating func notSent(_ problem: TemplateSendingProblem, _ review: Review) -> Request? {
        switch problem {
        case .refused(let reason):
            stage = .refused(reason)
            return nil
        case .conflict:
            // Who was first is told by what is published now.
            stage = .asking(review, Self.conflictWords)
        case .unknown(let reason): stage = .asking(review, reason.message)
        }
        return .look
    }

    private static let conflictWords = "somebody else published in the meantime"

    private mutating func looked(_ now: PublishedTemplate, _ review: Review, _ reason: String) {
        if TemplateDifference(from: review.template, to: now.template).isEmpty, !Self.isSame(review.current, now) {
            stage = .published(now, review, found: reason)
        } else if Self.isSame(review.current, now) {
            stage = .refused(
                TemplateRefusalReason("\(reason); nothing was published", advice: "Publish it again."))
        } else if case .draft(let draft) = deed {
            stage = .conflict(draft.rebased(on: now), now)
        } else {
            stage = .conflict(nil, now)
        }
    }
}

/// What the names of environments say.
public enum EnvironmentName {
    /// Whether an environment is the one that real users are in: `production`, `prod-eu`.
    public static func isProduction(_ name: String?) -> Bool {
        name?.lowercased().hasPrefix("prod") ?? false
    }
}
