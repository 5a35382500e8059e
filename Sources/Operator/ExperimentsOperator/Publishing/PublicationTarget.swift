/// A place that something is published to: the template of a Firebase project, a template file, the values of a team.
///
/// A target reads and writes; ``Publication`` decides what happens when. The static functions are pure.
package protocol PublicationTarget: Sendable {
    /// What is published: for example a draft, a file, a single edit, or an earlier version.
    associatedtype Input: Sendable
    /// The published content, with what the next publication must name to replace it.
    associatedtype Base: Sendable
    /// The content that an input makes of a base.
    associatedtype Candidate: Sendable
    /// The changes, for review before they are sent, and all that is needed to send them.
    associatedtype Review: Sendable
    /// What others have published, next to the input.
    associatedtype Conflict: Sendable

    /// The target in sentences: `project my-shop`.
    var title: String { get }

    /// Reads the published content.
    func published() async throws -> Base
    /// Reads everything else that an input needs to be published in place of a base.
    func candidate(of input: Input, on base: Base) async throws -> Candidate
    /// Lets the service check the changes without publishing them.
    func rehearse(_ review: Review) async throws
    /// Publishes the changes in place of the base that was reviewed, and of no other.
    func send(_ review: Review) async throws -> Base
    /// Reads everything that was published since the base that was reviewed, the oldest first. The last element is
    /// published now.
    func versions(since review: Review) async throws -> [Base]

    /// Decides about an input before anything is read; nil if there is nothing to say yet.
    static func judgement(of input: Input) -> PublicationJudgement<Self>?
    /// Decides what publishing an input in place of a base would do.
    static func judgement(of input: Input, _ candidate: Candidate, on base: Base) -> PublicationJudgement<
        Self
    >
    /// Decides from the versions whether the changes were published.
    static func standing(of review: Review, among versions: [Base]) -> PublicationStanding<Base>
    /// Returns what others have published, next to the input.
    static func conflict(_ input: Input, _ review: Review, with base: Base) -> Conflict
    /// Returns whether an input is applied again, without a question, to the version of someone who published first.
    static func isAppliedAgain(_ input: Input) -> Bool
    /// Returns whether two reviews make the same changes, so that the consent for one is valid for the other.
    static func isSame(_ review: Review, _ other: Review) -> Bool
    /// Returns a review whose version has a description.
    static func described(_ review: Review, as note: String) -> Review
}

/// What publishing an input would do.
package enum PublicationJudgement<Target: PublicationTarget>: Sendable {
    /// It would change this.
    case review(Target.Review)
    /// It would change nothing. The base is nil if it was not read.
    case unchanged(Target.Base?)
    /// Others have published since the input was made.
    case conflict(Target.Conflict)
    /// It must not be published, for this reason. If the operator can permit it, `permitted` is the input with this
    /// permission.
    case refused(RefusalReason, permitted: Target.Input?)
}

/// What became of changes whose answer was lost, or that another publication forestalled.
package enum PublicationStanding<Base: Sendable>: Sendable {
    /// They are published, as this version.
    case published(Base)
    /// The base is still published, so they are not.
    case untouched
    /// Others have published something else, which prevents them from being published later.
    case others(Base)
    /// Nothing proves either.
    case unclear
}

/// The consent that is required before anything is sent.
package enum PublicationConsent: Sendable, Hashable {
    /// The command that asks for the change is the consent.
    case given
    /// A confirmation is enough.
    case yes
    /// This word must be typed, because all users get what is published.
    case typed(String)

    /// Returns the consent for a target in an environment. In production, the name of the target must be typed.
    ///
    /// - Parameter elsewhere: the consent in all other environments.
    package init(in environment: String?, called name: String, elsewhere: PublicationConsent = .yes) {
        self = EnvironmentName.isProduction(environment) ? .typed(name) : elsewhere
    }
}

/// Interprets the names of environments.
public enum EnvironmentName {
    /// Returns whether an environment is the one of real users: `production`, `prod-eu`.
    public static func isProduction(_ name: String?) -> Bool {
        name?.lowercased().hasPrefix("prod") ?? false
    }
}

extension PublicationTarget {
    /// Carries out a request of a publication, and returns the result.
    package func answer(_ request: Publication<Self>.Request) async -> Publication<Self>.Event {
        do {
            switch request {
            case .check(let input):
                let base = try await published()
                return .checked(base, try await candidate(of: input, on: base))
            case .rehearse(let review):
                try await rehearse(review)
                return .rehearsed
            case .send(let review): return .sent(try await send(review))
            case .look(let review): return .looked(try await versions(since: review))
            }
        } catch {
            return request.failed(error)
        }
    }
}
