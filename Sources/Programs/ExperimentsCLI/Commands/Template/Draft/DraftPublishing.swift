import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Publishes a draft on the command line: shows the changes, asks, sends them, and reports the result.
struct DraftPublishing {
    private let options: GlobalOptions
    /// Whether to skip the question.
    private let isYes: Bool
    /// Whether to publish values that the app does not accept, if no question can be asked.
    private let isRaw: Bool

    init(_ options: GlobalOptions, yes: Bool, raw: Bool) {
        (self.options, isYes, isRaw) = (options, yes, raw)
    }

    /// Publishes.
    ///
    /// - Returns: the published template; nil if there was nothing to publish.
    /// - Throws: `CommandProblem` or `TemplateRefusalReason` if nothing was published, or the result is not known.
    func publish(_ first: TemplatePublication, to origin: TemplateOrigin) throws -> PublishedTemplate? {
        var publication = first
        var request = publication.begin()
        while true {
            while let next = request {
                let event = try Progress.wait(
                    Self.words(next, origin), within: options.waits, changing: next.isChange ? "template versions" : nil
                ) { await origin.answer(next) }
                request = publication.take(event)
            }
            switch publication.stage {
            case .review(let review):
                try show(review)
                try ask(publication, review)
                request = publication.take(.consented)
            case .published(let published, let review, let found):
                StandardOutput.noteChange()
                try report(published, by: publication, review, foundLater: found)
                return published
            case .unchanged:
                try StandardOutput.line("\(PublicationWords.nothing)")
                return nil
            case .conflict(let rebase, let current): throw Self.conflict(rebase, current)
            case .refused(let reason): throw reason
            case .unknown(_, let reason):
                throw CommandProblem(
                    PublicationWords.unknown(reason, sentTo: origin.title),
                    advice:
                        "When the service responds again, use `experiments template versions` to see whether it was published.",
                    leavesOutcomeUnknown: true)
            case .checking, .sending, .asking, .stopped: throw CommandProblem("nothing was published")
            }
        }
    }

    private static func words(_ request: TemplatePublication.Request, _ origin: TemplateOrigin) -> String {
        switch request {
        case .check, .look: "Asking \(origin.title)"
        case .send, .rollback: "Publishing to \(origin.title)"
        }
    }

    private func show(_ review: TemplatePublication.Review) throws {
        for warning in review.warnings { StandardError.report(warning, as: "warning") }
        if !options.json { try review.difference.print(options.settings) }
    }

    private func ask(_ publication: TemplatePublication, _ review: TemplatePublication.Review) throws {
        if isYes, !isRaw, !review.incorrect.isEmpty { throw CommandProblem.incorrect(review.incorrect) }
        for line in TemplateWords.lines(incorrect: review.incorrect) { StandardError.line("warning: \(line)") }
        guard !isYes else {
            let count = review.difference.changes.count
            if count > 1 { StandardError.line("publishing \(TemplateWords.changes(count))") }
            return
        }
        var name: String?
        if case .typed(let typed) = publication.consent { name = typed }
        try Question.publishing(TemplateWords.question(publication, review), typing: name).ask()
    }

    private func report(
        _ published: PublishedTemplate, by publication: TemplatePublication, _ review: TemplatePublication.Review,
        foundLater found: String?
    ) throws {
        guard options.json else {
            return try StandardOutput.line("\(TemplateWords.published(publication, published, found: found))")
        }
        var source: Int64?
        if case .rollback(let version) = publication.action { source = version }
        try StandardOutput.document([
            "version": published.template.versionNumber, "rollbackSource": source, "etag": published.etag,
            "foundLater": found, "changes": review.difference.json,
        ])
    }

    private static func conflict(_ rebase: TemplateRebase?, _ current: PublishedTemplate) -> CommandProblem {
        guard let rebase else {
            return CommandProblem(TemplateWords.conflict(current), advice: "Review it and try again.")
        }
        let others = rebase.others.changes.flatMap(\.lines).map { "    " + VisibleText.of($0) }
        let lines =
            [TemplateWords.othersTitle] + others + [TemplateWords.summary(of: rebase)]
            + rebase.conflicts.flatMap(TemplateWords.lines)
        return CommandProblem(
            TemplateWords.conflict(current), excerpt: lines.joined(separator: "\n"),
            advice:
                "Use `experiments template draft rebase` to apply your edits to the new version, then publish again.")
    }
}

extension CommandProblem {
    /// Creates the error for values that the app would not accept, if no question can be asked.
    static func incorrect(_ values: [IncorrectTemplateValue]) -> CommandProblem {
        CommandProblem(
            "\(TemplateWords.incorrect(values.count)) in the app; nothing was published",
            excerpt: values.map { "\($0)" }.joined(separator: "\n"),
            advice: "Correct the value, or use --raw to publish it anyway.")
    }
}

/// Prints a draft: its changes, and for scripts its edits, too.
extension TemplateWorkspace {
    /// Prints the draft after an edit, an undo or a redo.
    ///
    /// - Parameter actions: descriptions of what was done.
    func printChange(_ actions: [String], _ draft: TemplateDraft?, _ options: GlobalOptions) throws {
        if options.json { return try StandardOutput.document(document(of: draft)) }
        let style = PlainText(options.settings)
        for action in actions { try StandardOutput.line(style.shown(action)) }
        try StandardOutput.line(style.shown(headline(of: draft), ink: .dim))
    }

    /// Prints the edits of the stored draft, one to a line.
    func printEdits(_ options: GlobalOptions) throws {
        let draft = try store.read()
        if options.json { return try StandardOutput.document(document(of: draft)) }
        let style = PlainText(options.settings)
        try StandardOutput.line(style.shown(headline(of: draft), ink: .bold))
        guard let draft else { return }
        for (index, edit) in draft.edits.enumerated() {
            try StandardOutput.line(style.shown("\(index + 1)  \(edit)"))
        }
        for edit in draft.undone.reversed() { try StandardOutput.line(style.shown("   \(edit) (undone)", ink: .dim)) }
        for problem in draft.problems {
            try StandardOutput.line(style.shown("\(problem.severity.rawValue): \(problem.description)", ink: .yellow))
        }
    }

    /// Returns the headline: `draft of project shop, based on version 12: 3 changes`.
    private func headline(of draft: TemplateDraft?) -> String {
        guard let draft else { return "no draft of \(origin.title)" }
        let version = draft.base.template.versionNumber.map { ", based on version \($0)" } ?? ""
        return "draft of \(origin.title)\(version): \(TemplateWords.changes(of: draft))"
    }

    private func document(of draft: TemplateDraft?) -> Document {
        [
            "source": source, "origin": origin.title,
            "baseVersion": draft?.base.template.versionNumber, "edits": draft?.edits.map(\.json) ?? [],
            "undone": draft?.undone.map(\.json) ?? [], "changes": draft?.difference.json ?? JSONValue.array([]),
        ]
    }
}

extension TemplatePublication.Request {
    /// Whether it changes the published template.
    fileprivate var isChange: Bool {
        switch self {
        case .check, .look: false
        case .send, .rollback: true
        }
    }
}
