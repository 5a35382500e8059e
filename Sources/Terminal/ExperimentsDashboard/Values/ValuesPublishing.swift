import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator

// What the panel of a publication shows of values.
extension ValuePublishing: PublishedTarget {
    private static let again = KeyHint("r", "try again")

    static func publishing(in state: DashboardState) -> PublishingState<ValuePublishing> {
        state.values.publishing
    }

    static func message(_ step: PublishingStep<ValuePublishing>) -> Effect {
        .send(\.values, .publishing(step))
    }

    static func effect(of request: Publication<ValuePublishing>.Request) -> Effect {
        .values(.publication(request))
    }

    static func question(_ publication: Publication<ValuePublishing>, _ review: ValueReview) -> String {
        review.proposal.question(to: publication.title)
    }

    static func published(
        _ base: ValueVersion, _ review: ValueReview, of publication: Publication<ValuePublishing>,
        found: String?
    ) -> String {
        review.proposal.publishedWords(to: publication.title, revision: base.revision, found: found)
    }

    static func lines(of review: ValueReview, _ state: DashboardState, _ text: PublishingText) -> [[Span]] {
        let notes = review.proposal.base.notes.map(\.text)
        return review.proposal.changes.flatMap { lines(of: $0, text.columns) }
            + (notes.isEmpty ? [] : [[]]) + notes.flatMap { text.wrapped($0, .dim) }
    }

    static func lines(of conflict: ValueConflict, _ text: PublishingText) -> [[Span]] {
        text.wrapped(conflict.message, .error) + text.wrapped(conflict.advice ?? "", .popup)
    }

    static func resolution(
        of conflict: ValueConflict, _ publication: Publication<ValuePublishing>, _ state: DashboardState
    ) -> (hint: KeyHint, effects: [Effect])? {
        (again, [.values(.publish(publication.input))])
    }

    static func permission(
        _ permitted: ValueInput, of publication: Publication<ValuePublishing>, _ state: DashboardState
    ) -> (lines: [String], confirmation: Confirmation)? { nil }

    /// Returns the lines of a change. If both values are JSON, they list each difference.
    private static func lines(of change: ValueProposal.Change, _ columns: Int) -> [[Span]] {
        let role: Role = change.old == nil ? .added : change.new == nil ? .removed : .changed
        let head = Span(change.line, role).wrapped(to: columns, limit: 8)
        guard case .json(let difference) = ValueDifference(change.old?.text, change.new?.text).form else {
            return head
        }
        return head
            + difference.changes.prefix(40).flatMap {
                Span("    " + $0.line, .popup).wrapped(to: columns, limit: 4)
            }
    }
}
