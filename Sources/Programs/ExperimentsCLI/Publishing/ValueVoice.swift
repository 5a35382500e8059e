import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator

/// What commands say about publishing values.
struct ValueVoice: PublicationVoice {
    private let settings: Settings
    private let printer: ValuesPrinter
    let list = "values history"

    init(_ settings: Settings) {
        self.settings = settings
        printer = ValuesPrinter(settings)
    }

    func name(of target: ValuePublishing) -> String { "etcd" }

    /// The maximum time to wait for the published values, if the command has no limit.
    private static let patience = Duration.seconds(5)

    func limit(ofReading waits: WaitLimit?) -> WaitLimit? { waits ?? WaitLimit(Self.patience) }

    func limit(ofChanges waits: WaitLimit?) -> WaitLimit? { waits.ofStoreChanges() }

    func show(_ review: ValueReview, of publication: Publication<ValuePublishing>) throws {
        for note in review.proposal.base.notes { StandardError.line("note: \(note.text)") }
        if !settings.json { try printer.show(review.proposal) }
    }

    func question(_ publication: Publication<ValuePublishing>, _ review: ValueReview) -> String {
        review.proposal.question(to: publication.title)
    }

    func report(
        _ base: ValueVersion, _ review: ValueReview, of publication: Publication<ValuePublishing>,
        foundLater found: String?
    ) throws {
        try printer.print(review.proposal, revision: base.revision, foundLater: found, of: publication.title)
    }

    func report(rehearsed review: ValueReview, of publication: Publication<ValuePublishing>) throws {
        try printer.print(review.proposal, revision: nil, of: publication.title)
    }

    func reportUnchanged(_ base: ValueVersion?, of publication: Publication<ValuePublishing>) throws {
        try printer.printNothing(of: publication.title)
    }

    func problem(_ conflict: ValueConflict, of publication: Publication<ValuePublishing>) -> any OperatorError
    {
        conflict
    }
}
