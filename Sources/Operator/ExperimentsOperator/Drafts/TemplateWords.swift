import ExperimentsCore
import FirebaseTemplates

/// The words that commands and the dashboard share for drafts and publications.
package enum TemplateWords {
    /// `1 change`, `3 changes`.
    package static func changes(_ count: Int) -> String { CountText.count(count, "change") }

    /// `1 parameter`, `3 parameters`.
    package static func parameters(_ count: Int) -> String { CountText.count(count, "parameter") }

    /// `1 edit`, `3 edits`.
    package static func edits(_ count: Int) -> String { CountText.count(count, "edit") }

    /// `2 changes in 3 edits`, or `3 changes` if each edit made one.
    package static func changes(of draft: TemplateDraft) -> String {
        let (changes, edits) = (draft.difference.changes.count, draft.edits.count)
        return self.changes(changes) + (changes == edits ? "" : " in \(self.edits(edits))")
    }

    /// Returns the lines for values that the app would not accept: how many, and each of them.
    package static func lines(incorrect values: [IncorrectTemplateValue]) -> [String] {
        guard !values.isEmpty else { return [] }
        return ["\(incorrect(values.count)) in the app:"] + values.map { "    \($0)" }
    }

    /// `1 value will be incorrect`, `3 values will be incorrect`.
    package static func incorrect(_ count: Int) -> String { "\(CountText.count(count, "value")) will be incorrect" }

    /// The title over what others published since a draft was begun.
    package static let othersTitle = TemplatePublisher.Conflict.othersTitle

    /// The message that an edit changes nothing.
    package static let nothingToChange = "nothing to change: it is like that already"

    /// The message that there is nothing to undo.
    package static let nothingToUndo = "there is no edit to undo"

    /// The message that there is nothing to redo.
    package static let nothingToRedo = "no edit was undone since the last one"

    /// Returns the question before anything is sent, without the question mark.
    package static func question(_ publication: TemplatePublication, _ review: TemplatePublication.Review) -> String {
        let changes = changes(review.difference.changes.count)
        switch publication.action {
        case .draft: return "Publish \(changes) to \(publication.origin)"
        case .rollback(let version):
            return "Publish version \(version) of \(publication.origin) again, which is \(changes)"
        }
    }

    /// Returns the message that something is published.
    ///
    /// - Parameter found: the reason for reading again; nil if the answer was not lost.
    package static func published(
        _ publication: TemplatePublication, _ published: PublishedTemplate, found: String?
    ) -> String {
        let number = published.template.versionNumber.map { " version \($0)" } ?? ""
        let later = found.map { " (\($0); it was published all the same)" } ?? ""
        switch publication.action {
        case .draft: return "published\(number)\(later)"
        case .rollback(let version):
            let new = number.isEmpty ? "" : " as\(number)"
            return "version \(version) is published again\(new)\(later)"
        }
    }

    /// Returns the message that another person has published: who, and which version.
    package static func conflict(_ current: PublishedTemplate) -> String {
        let version = current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = current.template.version?.author.map { " by \($0)" } ?? ""
        return "\(version)\(author) was published in the meantime; nothing of yours was published"
    }

    /// Returns the lines for an edit that does not apply: the earlier value, and yours beside theirs.
    package static func lines(of conflict: TemplateRebase.Conflict) -> [String] {
        [
            "\(conflict.edit): \(conflict.reason)", "    was:    \(conflict.base ?? "not there")",
            "    yours:  \(conflict.mine ?? "removed")", "    theirs: \(conflict.theirs ?? "not there")",
        ]
    }

    /// Returns how much of a draft still applies: `of 3 edits, 1 still applies, 2 do not`.
    package static func summary(of rebase: TemplateRebase) -> String {
        let (kept, done, lost) = (rebase.draft.edits.count, rebase.fulfilled.count, rebase.conflicts.count)
        let parts = [
            kept > 0 ? "\(kept) still \(kept == 1 ? "applies" : "apply")" : nil,
            done > 0 ? "\(done) \(done == 1 ? "is" : "are") done already" : nil,
            lost > 0 ? "\(lost) \(lost == 1 ? "does" : "do") not apply" : nil,
        ].compactMap(\.self)
        return "of \(edits(kept + done + lost)), " + (parts.isEmpty ? "none is left" : parts.joined(separator: ", "))
    }
}

extension TemplateChange {
    /// An indented line for each member that differs; for lists and objects of JSON, one for each place in them.
    package var detailLines: [String] { details.flatMap { Self.lines(of: $0, kind) } }

    private static func lines(of detail: Detail, _ kind: Kind) -> [String] {
        guard let texts = detail.texts, case .json(let difference) = ValueDifference(texts.old, texts.new).form,
            !difference.changes.isEmpty
        else { return ["    " + detail.text(kind)] }
        return ["    \(detail.title):"] + difference.changes.map { "        " + $0.line }
    }
}
