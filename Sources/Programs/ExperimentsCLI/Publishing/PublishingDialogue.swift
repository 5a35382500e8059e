import ExperimentsCore
import ExperimentsOperator

/// Publishes on the command line, to any target: shows the changes, asks, sends them, and reports the result.
struct PublishingDialogue<Voice: PublicationVoice> {
    private let voice: Voice
    private let options: PublishingConsent
    private let waits: WaitLimit?

    /// - Parameters:
    ///   - voice: shows the changes and reports the result.
    ///   - options: the consent that was given on the command line.
    ///   - waits: the time to wait for the target.
    init(_ voice: Voice, _ options: PublishingConsent, within waits: WaitLimit?) {
        self.voice = voice
        self.options = options
        self.waits = waits
    }

    /// Publishes.
    ///
    /// - Parameter finish: what belongs to the publication and is done before it is reported, which may fail. It gets
    ///   the published version, and why that was found only later.
    /// - Returns: the published version; nil if there was nothing to publish, or the changes were only checked.
    /// - Throws: `CommandProblem` or `RefusalReason` if nothing was published, or the result is not known.
    @discardableResult
    func publish(
        _ first: Publication<Voice.Target>, to target: Voice.Target,
        finishing finish: (Voice.Target.Base, String?) throws -> Void = { _, _ in }
    ) throws -> Voice.Target.Base? {
        var publication = first
        var request = publication.begin()
        while true {
            while let next = request { request = publication.take(try answer(next, of: target, publication)) }
            switch publication.stage {
            case .review(let review):
                try voice.show(review, of: publication)
                try ask(publication, review)
                request = publication.take(.consented(note: nil))
            case .published(let base, let review, let found):
                StandardOutput.noteChange()
                let finished = Result { try finish(base, found) }
                try voice.report(base, review, of: publication, foundLater: found)
                try finished.get()
                return base
            case .rehearsed(let review):
                try voice.report(rehearsed: review, of: publication)
                return nil
            case .unchanged(let base):
                try voice.reportUnchanged(base, of: publication)
                return nil
            case .conflict(let conflict): throw voice.problem(conflict, of: publication)
            case .refused(let reason, _):
                if let refused = reason.refusedValue {
                    throw CommandProblem.refusedValue(refused.problem, of: refused.key)
                }
                throw reason
            case .unknown(_, let reason): throw unknown(reason, target)
            case .checking, .rehearsing, .sending, .asking, .stopped:
                throw CommandProblem(PublicationWords.notPublished)
            }
        }
    }

    private func answer(
        _ request: Publication<Voice.Target>.Request, of target: Voice.Target,
        _ publication: Publication<Voice.Target>
    ) throws -> Publication<Voice.Target>.Event {
        if case .send(let review) = request, publication.consent == .given {
            try voice.show(review, of: publication)
        }
        do {
            return try Progress.wait(
                (request.isChange ? "Publishing to " : "Asking ") + voice.name(of: target),
                within: request.isChange ? voice.limit(ofChanges: waits) : voice.limit(ofReading: waits),
                changing: request.isChange ? voice.list : nil
            ) { await target.answer(request) }
        } catch let problem as CommandProblem {
            // Something was sent, so the end of the time does not mean that nothing was published.
            if case .look = request { return request.failed(problem) }
            throw problem
        }
    }

    private func ask(_ publication: Publication<Voice.Target>, _ review: Voice.Target.Review) throws {
        let risks = voice.risks(of: review)
        guard !options.isYes else {
            if let risk = risks.first(where: { !options.accepts($0) }) {
                throw CommandProblem(risk.refusal, excerpt: risk.excerpt, advice: risk.advice)
            }
            for line in risks.flatMap(\.warning) { StandardError.line("warning: \(line)") }
            let count = voice.countOfChanges(in: review)
            if count > 1 { StandardError.line("publishing \(CountText.count(count, "change"))") }
            return
        }
        for line in risks.flatMap(\.warning) { StandardError.line("warning: \(line)") }
        var name: String?
        if case .typed(let typed) = publication.consent { name = typed }
        try Question.publishing(voice.question(publication, review), typing: name).ask()
    }

    private func unknown(_ reason: String, _ target: Voice.Target) -> CommandProblem {
        CommandProblem(
            PublicationWords.unknown(reason, sentTo: voice.name(of: target)),
            advice:
                "When it responds again, use `experiments \(voice.list)` to see whether it was published.",
            leavesOutcomeUnknown: true)
    }
}

/// What a command says about a publication.
protocol PublicationVoice {
    associatedtype Target: PublicationTarget

    /// The command that shows whether something was published: `template versions`.
    var list: String { get }
    /// Returns the target, as lines about waiting name it.
    func name(of target: Target) -> String
    /// Returns the time to wait for what is published.
    func limit(ofReading waits: WaitLimit?) -> WaitLimit?
    /// Returns the time to wait for a change.
    func limit(ofChanges waits: WaitLimit?) -> WaitLimit?
    /// Shows the changes, before the question or before they are sent.
    func show(_ review: Target.Review, of publication: Publication<Target>) throws
    /// Returns the risks that need more than `--yes`.
    func risks(of review: Target.Review) -> [PublicationRisk]
    /// Returns the number of changes, which is printed if nobody is asked.
    func countOfChanges(in review: Target.Review) -> Int
    /// Returns the question, without the question mark.
    func question(_ publication: Publication<Target>, _ review: Target.Review) -> String
    /// Reports what was published.
    func report(
        _ base: Target.Base, _ review: Target.Review, of publication: Publication<Target>,
        foundLater found: String?
    ) throws
    /// Reports what would be published.
    func report(rehearsed review: Target.Review, of publication: Publication<Target>) throws
    /// Reports that there is nothing to publish.
    func reportUnchanged(_ base: Target.Base?, of publication: Publication<Target>) throws
    /// Returns the error for a publication that someone else forestalled.
    func problem(_ conflict: Target.Conflict, of publication: Publication<Target>) -> any OperatorError
}

extension PublicationVoice {
    func name(of target: Target) -> String { target.title }
    func limit(ofReading waits: WaitLimit?) -> WaitLimit? { waits }
    func limit(ofChanges waits: WaitLimit?) -> WaitLimit? { waits }
    func risks(of review: Target.Review) -> [PublicationRisk] { [] }
    func countOfChanges(in review: Target.Review) -> Int { 0 }
    func reportUnchanged(_ base: Target.Base?, of publication: Publication<Target>) throws {
        try StandardOutput.line("\(PublicationWords.nothing)")
    }
}

/// The consent that was given on the command line.
struct PublishingConsent {
    /// Whether to skip the question.
    let isYes: Bool
    /// Whether to publish values that the app does not accept, if no question can be asked.
    var isRaw = false
    /// Whether to overwrite what is published.
    var isForced = false

    /// Returns whether a risk is accepted.
    func accepts(_ risk: PublicationRisk) -> Bool {
        switch risk.option {
        case .raw: isRaw
        case .force: isForced
        }
    }
}

extension Question {
    /// Returns the question before a publication.
    ///
    /// - Parameter name: the text to type as consent; nil if `y` is enough.
    static func publishing(_ text: String, typing name: String? = nil) -> Question {
        Question(
            text: text, reason: "publishing needs confirmation",
            advice: "Use --yes to publish without a question.", refusal: PublicationWords.notPublished,
            expected: name)
    }
}
