import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsTerminalUI
import FirebaseTemplates

/// What commands say about a change of a rollout.
struct RolloutVoice: PublicationVoice {
    let rollout: ProjectRollout
    let options: GlobalOptions
    /// The result in one word or two, for scripts.
    let outcome: String
    /// What happened, to follow the name.
    let sentence: String
    /// What would happen, to follow the name.
    let trialSentence: String
    /// Further members of the document.
    var members: Document = [:]
    let list = "template versions"

    func show(_ review: TemplateReview, of publication: TemplatePublication) throws {
        for warning in review.warnings { StandardError.report(warning, as: "warning") }
        if publication.wasRepeated { StandardError.line("\(PublicationWords.appliedAgain)") }
    }

    func question(_ publication: TemplatePublication, _ review: TemplateReview) -> String {
        TemplateWords.question(publication, review)
    }

    func report(
        _ base: PublishedTemplate, _ review: TemplateReview, of publication: TemplatePublication,
        foundLater found: String?
    ) throws {
        if Self.isOfOthers(found) { return try reportUnchanged(base, of: publication) }
        if let found { StandardError.line("\(TemplateWords.published(review.action, base, found: found))") }
        try say(outcome, sentence, ["version": base.template.versionNumber, "foundLater": found])
    }

    func report(rehearsed review: TemplateReview, of publication: TemplatePublication) throws {
        try show(review, of: publication)
        try say(outcome, trialSentence, ["dryRun": true])
    }

    func reportUnchanged(_ base: PublishedTemplate?, of publication: TemplatePublication) throws {
        let state = base.map { RolloutState(of: rollout, in: $0.template) } ?? .absent
        try say("unchanged", "nothing to change; it \(RolloutWords.words(for: state))")
    }

    func problem(_ conflict: TemplateConflict, of publication: TemplatePublication) -> any OperatorError {
        CommandProblem(TemplateWords.conflict(conflict.current), advice: "Try again.")
    }

    /// Returns whether another program made the same change at the same time.
    ///
    /// - Parameter found: why the published version was read again.
    static func isOfOthers(_ found: String?) -> Bool { found.isExactly(PublicationWords.othersFirst) }

    /// Prints a result that publishes nothing.
    func say() throws { try say(outcome, sentence) }

    private func say(_ outcome: String, _ sentence: String, _ others: Document = [:]) throws {
        guard options.json else {
            let style = PlainText(options.settings)
            return try StandardOutput.line(
                style.shown(rollout.name, ink: .bold) + ": " + style.shown(sentence))
        }
        let head: Document = ["rollout": rollout.name, "outcome": outcome, "text": sentence]
        try StandardOutput.document(head + members + others)
    }
}

extension RolloutLook {
    /// The members of a document about the decision.
    var document: Document {
        var next: Double?
        if case .step(let share)? = decision.action { next = share }
        return [
            "percent": state.percent.orNull, "next": next, "until": decision.until,
            "reasons": decision.reasons,
            "users": evidence?.users, "metrics": evidence?.findings.map(\.document),
        ]
    }
}

extension RolloutEvidence.Finding {
    fileprivate var document: Document {
        [
            "metric": metric, "finding": kind.rawValue, "range": range, "margin": margin, "text": words,
            "usersLeft": usersLeft,
        ]
    }

    /// The color of the finding.
    var ink: Ink {
        switch kind {
        case .safe, .notWorse: .green
        case .harmful: .red
        case .open: .plain
        }
    }
}
