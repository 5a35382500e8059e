import ExperimentsCore
import FirebaseTemplates

/// The steps from a draft, or an earlier version, to a published template: read, check, show, ask, send, and report the
/// result. Commands and the dashboard use the same steps.
///
/// It is a value: it returns requests for outside work (``Request``) and gets the results, but does nothing itself.
public struct TemplatePublication: Sendable {
    /// The template to publish: a draft or an earlier version.
    public indirect enum Action: Sendable, Hashable {
        /// A draft, in place of the version that it was made on.
        case draft(TemplateDraft)
        /// An earlier version, again.
        case rollback(to: Int64)
    }

    /// The consent that is required before anything is sent.
    public enum Consent: Sendable, Hashable {
        /// A confirmation is enough.
        case yes
        /// This word must be typed, because all users get the published template.
        case typed(String)
    }

    /// The publication, for review before it is sent.
    public struct Review: Sendable, Hashable {
        /// The template that is published now.
        public let current: PublishedTemplate
        /// The template after the publication.
        public let template: RemoteConfigTemplate
        /// The differences between the two.
        public let difference: TemplateDifference
        /// The warnings, which do not prevent publishing.
        public let warnings: [TemplateProblem]
        /// The values that the app would not accept.
        public let incorrect: [IncorrectTemplateValue]
        /// The experiments and rollouts that end with it.
        public let ended: [StudyReference]
    }

    /// The stage of a publication.
    public indirect enum Stage: Sendable {
        /// The published template is being read, and the service checks the new one.
        case checking
        /// The operator is asked for consent.
        case review(Review)
        /// The template is being sent.
        case sending(Review)
        /// There was no answer, for this reason, so the published template is being read again.
        case asking(Review, String)
        /// The template is published. `found` is the reason for reading again, if the answer was lost.
        case published(PublishedTemplate, Review, found: String?)
        /// Another person has published since the draft was made, or since the review. Nothing was published.
        case conflict(TemplateRebase?, PublishedTemplate)
        /// Nothing was published, for this reason.
        case refused(TemplateRefusalReason)
        /// The template was sent, but the result is not known.
        case unknown(Review, String)
        /// There is nothing to publish.
        case unchanged
        /// The operator has denied consent. Nothing was published.
        case stopped
    }

    /// A request to carry out.
    public enum Request: Sendable {
        /// Read the published template, and let the service check the new one.
        case check(Action)
        /// Publish a template in place of the version with this ETag.
        case send(RemoteConfigTemplate, replacing: String)
        /// Publish an earlier version again, in place of the version with this ETag.
        case rollback(to: Int64, replacing: String?)
        /// Read the published template.
        case look
    }

    /// The result of a request, or the answer to the question.
    public enum Event: Sendable {
        /// The published template, the new one, and the reason if the service refuses it.
        case checked(PublishedTemplate, RemoteConfigTemplate, TemplateRefusalReason?)
        /// The published template could not be read.
        case notChecked(TemplateRefusalReason)
        /// The operator has given consent.
        case consented
        /// The operator has denied consent.
        case declined
        /// The operator allows the end of experiments and rollouts.
        case endingAllowed
        /// The template was published.
        case sent(PublishedTemplate)
        /// The template was not published, or the result is not known.
        case notSent(TemplateSendingProblem)
        /// The published template was read again, and is this one.
        case looked(PublishedTemplate)
        /// The published template could not be read.
        case notLooked(TemplateRefusalReason)
    }

    /// The template to publish: a draft or an earlier version.
    public let action: Action
    /// The origin, for sentences: `project my-shop`.
    public let origin: String
    /// The consent that is required before anything is sent.
    public let consent: Consent
    /// The description of the new version; nil for none.
    public let note: String?
    private let keys: [CatalogKey]
    /// The experiments and rollouts that it may end, in addition to those that the draft allows.
    private var ending: Set<StudyReference>
    /// The experiments and rollouts because of which it was refused, because it may not end them; empty if it was not
    /// refused for that.
    public private(set) var refusedEndings: [StudyReference] = []
    /// The stage that the publication has reached.
    public private(set) var stage = Stage.checking

    /// Creates a publication.
    ///
    /// - Parameters:
    ///   - action: what is published.
    ///   - origin: where it is published, as messages show it.
    ///   - name: the project's name, which must be typed if the environment is production.
    ///   - environment: the environment of the source, if it has one.
    ///   - note: the description of the new version; nil for none.
    ///   - keys: the keys of the app, for checking new values.
    ///   - ending: the experiments and rollouts that an earlier version may end.
    public init(
        _ action: Action, to origin: String, called name: String, environment: String?, note: String? = nil,
        keys: [CatalogKey] = [], ending: Set<StudyReference> = []
    ) {
        (self.action, self.origin, self.note, self.keys, self.ending) = (action, origin, note, keys, ending)
        consent = EnvironmentName.isProduction(environment) ? .typed(name) : .yes
    }

    /// Returns the first request; nil if there is nothing to publish, or a rule that can be checked here is broken.
    public mutating func begin() -> Request? {
        if case .draft(let draft) = action {
            if draft.isEmpty {
                stage = .unchanged
                return nil
            }
            if !draft.errors.isEmpty {
                stage = .refused(TemplateRefusalReason(TemplateProblems(draft.errors)))
                return nil
            }
        }
        return .check(action)
    }

    /// Handles an event, and returns the next request. Events that do not belong to the stage are ignored.
    public mutating func take(_ event: Event) -> Request? {
        switch (stage, event) {
        case (.checking, .checked(let current, let template, let refusal)):
            checked(current, template: template, refusal: refusal)
        case (.checking, .notChecked(let reason)): stage = .refused(reason)
        case (.review, .declined), (.checking, .declined): stage = .stopped
        case (.review(let review), .consented): return send(review)
        case (.refused, .endingAllowed) where !refusedEndings.isEmpty:
            ending.formUnion(refusedEndings)
            (stage, refusedEndings) = (.checking, [])
            return begin()
        case (.sending(let review), .sent(let published)): stage = .published(published, review, found: nil)
        case (.sending(let review), .notSent(let problem)): return notSent(problem, review)
        case (.asking(let review, let reason), .looked(let now)), (.unknown(let review, let reason), .looked(let now)):
            looked(now, review: review, reason: reason)
        case (.asking(let review, let reason), .notLooked(let other)):
            stage = .unknown(review, "\(reason), and then: \(other.message)")
        default: break
        }
        return nil
    }

    private mutating func checked(
        _ current: PublishedTemplate, template: RemoteConfigTemplate, refusal: TemplateRefusalReason?
    ) {
        if case .draft(let draft) = action, !Self.isSame(draft.base, current) {
            stage = .conflict(draft.rebased(on: current), current)
        } else if let refusal {
            stage = .refused(refusal)
        } else if let problems = ended(by: template, replacing: current.template) {
            stage = .refused(TemplateRefusalReason(problems))
            refusedEndings = TemplateValidator().studies(endedBy: template, replacing: current.template)
                .filter { !ending.contains($0) }
        } else {
            var template = template
            if let note { template.setVersionDescription(note) }
            let difference = TemplateDifference(from: current.template, to: template)
            let warnings = TemplateValidator().problems(of: template, since: current.template)
                .filter { $0.severity == .warning }
            let incorrect = IncorrectTemplateValue.all(in: template, replacing: current.template, for: keys)
            let review = Review(
                current: current, template: template, difference: difference, warnings: warnings, incorrect: incorrect,
                ended: TemplateValidator().studies(endedBy: template, replacing: current.template))
            stage = difference.isEmpty ? .unchanged : .review(review)
        }
    }

    /// Returns the values whose loss would end an experiment or a rollout; nil if there are none. A draft has its own.
    private func ended(
        by template: RemoteConfigTemplate, replacing current: RemoteConfigTemplate
    ) -> TemplateProblems? {
        guard case .rollback = action else { return nil }
        let problems = TemplateValidator().problems(of: template, replacing: current, ending: ending)
        return problems.isEmpty ? nil : TemplateProblems(problems)
    }

    /// Returns whether two templates are the same version. Without tags, their content decides.
    private static func isSame(_ base: PublishedTemplate, _ current: PublishedTemplate) -> Bool {
        if let one = base.etag, let other = current.etag { return one == other }
        return base.template == current.template
    }

    private mutating func send(_ review: Review) -> Request? {
        stage = .sending(review)
        switch action {
        case .rollback(let version): return .rollback(to: version, replacing: review.current.etag)
        case .draft:
            guard let etag = review.current.etag else {
                stage = .refused(TemplateRefusalReason("\(origin) sent no ETag; nothing was published"))
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
            // The published template shows who was first.
            stage = .asking(review, Self.conflictWords)
        case .unknown(let reason): stage = .asking(review, reason.message)
        }
        return .look
    }

    private static let conflictWords = "someone else published first"

    private mutating func looked(_ now: PublishedTemplate, review: Review, reason: String) {
        if TemplateDifference(from: review.template, to: now.template).isEmpty, !Self.isSame(review.current, now) {
            stage = .published(now, review, found: reason)
        } else if Self.isSame(review.current, now) {
            stage = .refused(TemplateRefusalReason("\(reason); nothing was published", advice: "Try again."))
        } else if case .draft(let draft) = action {
            stage = .conflict(draft.rebased(on: now), now)
        } else {
            stage = .conflict(nil, now)
        }
    }
}

/// Interprets the names of environments.
public enum EnvironmentName {
    /// Returns whether an environment is the one of real users: `production`, `prod-eu`.
    public static func isProduction(_ name: String?) -> Bool {
        name?.lowercased().hasPrefix("prod") ?? false
    }
}
