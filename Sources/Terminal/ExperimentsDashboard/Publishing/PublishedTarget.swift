import ExperimentsOperator

/// A target that the dashboard publishes to, with what the panel of a publication shows of it.
protocol PublishedTarget: PublicationTarget {
    /// The steps of the publication in progress.
    static func publishing(in state: DashboardState) -> PublishingState<Self>
    /// Returns the message to the feature that publishes.
    static func message(_ step: PublishingStep<Self>) -> Effect
    /// Returns the effect that carries out a request.
    static func effect(of request: Publication<Self>.Request) -> Effect
    /// Returns the question, without the question mark.
    static func question(_ publication: Publication<Self>, _ review: Review) -> String
    /// Returns the message that something was published.
    static func published(_ base: Base, _ review: Review, of publication: Publication<Self>, found: String?)
        -> String
    /// Draws the changes, who gets them, and problems.
    static func lines(of review: Review, _ state: DashboardState, _ text: PublishingText) -> [[Span]]
    /// Draws what others have published.
    static func lines(of conflict: Conflict, _ text: PublishingText) -> [[Span]]
    /// Returns the key that resolves a conflict, and what it does after the panel is closed; nil if there is none.
    static func resolution(
        of conflict: Conflict, _ publication: Publication<Self>, _ state: DashboardState
    ) -> (hint: KeyHint, effects: [Effect])?
    /// Draws a refusal that the operator can permit, and returns the question before the permission.
    static func permission(
        _ permitted: Input, of publication: Publication<Self>, _ state: DashboardState
    ) -> (lines: [String], confirmation: Confirmation)?
}

/// A step of a publication that the panel asks for.
enum PublishingStep<Target: PublicationTarget>: Sendable {
    /// The operator has answered, or a request is finished.
    case event(Publication<Target>.Event)
    /// The panel was closed. If something was sent, the publication continues, and its result is reported.
    case putAside
    /// Read again what is published.
    case look
}

/// The publication in progress, if there is one. Every feature that publishes has one.
struct PublishingState<Target: PublishedTarget>: Sendable {
    /// The publication; nil if there is none.
    private(set) var current: Publication<Target>?

    /// Begins a publication, or shows the one that is still in progress.
    mutating func begin(_ publication: Publication<Target>) -> [Effect] {
        if let current { return [.open(PublishPanel<Target>(current.consent))] }
        var publication = publication
        let request = publication.begin()
        current = publication
        return [.open(PublishPanel<Target>(publication.consent))]
            + (request.map { [Target.effect(of: $0)] } ?? [])
    }

    /// Makes a step.
    ///
    /// - Parameter finish: returns the effects after something was published.
    mutating func take(_ step: PublishingStep<Target>, finish: (Target.Base) -> [Effect]) -> [Effect] {
        switch step {
        case .event(let event): return take(event, finish)
        case .look:
            guard case .unknown(let review, _)? = current?.stage else { return [] }
            return [Target.effect(of: .look(review))]
        case .putAside:
            switch current?.stage {
            case .sending, .asking: break
            default: current = nil
            }
            return []
        }
    }

    private mutating func take(
        _ event: Publication<Target>.Event, _ finish: (Target.Base) -> [Effect]
    ) -> [Effect] {
        guard var publication = current else { return [] }
        let request = publication.take(event)
        current = publication
        if let request { return [Target.effect(of: request)] }
        switch publication.stage {
        case .published(let base, let review, let found):
            current = nil
            let words = Target.published(base, review, of: publication, found: found)
            return [.say(words, .success, seconds: 8), .close(PublishPanel<Target>.self)] + finish(base)
        // The panel may be closed, and nothing else shows the result.
        case .unknown(_, let reason): return [.say(PublicationWords.unknown(reason), .error, seconds: 15)]
        case .refused(let reason, nil):
            return [.say(reason.lines.first ?? reason.message, .error, seconds: 12)]
        default: return []
        }
    }
}

/// Wraps the text of the panel.
struct PublishingText {
    /// The width in columns.
    let columns: Int

    init(_ state: DashboardState) { columns = max(10, min(100, state.size.columns - 6)) }

    /// Returns a text in one role, wrapped.
    func wrapped(_ text: String, _ role: Role) -> [[Span]] {
        Span(text, role).wrapped(to: columns, limit: 20)
    }
}
