import ExperimentsCore
import FirebaseTemplates

/// The words that commands and the dashboard share for drafts and publications.
package enum TemplateWords {
    /// Returns `1 change` or `3 changes`.
    package static func changes(_ count: Int) -> String { CountText.count(count, "change") }

    /// Returns `1 parameter` or `3 parameters`.
    package static func parameters(_ count: Int) -> String { CountText.count(count, "parameter") }

    /// Returns `1 edit` or `3 edits`.
    package static func edits(_ count: Int) -> String { CountText.count(count, "edit") }

    /// Returns `2 changes in 3 edits`, or `3 changes` if each edit made one.
    package static func changes(of draft: TemplateDraft) -> String {
        let (changes, edits) = (draft.difference.changes.count, draft.edits.count)
        return self.changes(changes) + (changes == edits ? "" : " in \(self.edits(edits))")
    }

    /// Returns the lines for values that the app would not accept: how many, and each of them.
    package static func lines(incorrect values: [IncorrectTemplateValue]) -> [String] {
        guard !values.isEmpty else { return [] }
        return ["\(incorrect(values.count)) in the app:"] + values.map { "    \($0)" }
    }

    /// Returns `1 value will be incorrect` or `3 values will be incorrect`.
    package static func incorrect(_ count: Int) -> String {
        "\(CountText.count(count, "value")) will be incorrect"
    }

    /// The title of the changes that others published since a draft was begun.
    package static let othersTitle = PublicationWords.othersTitle

    /// The message that an edit changes nothing.
    package static let nothingToChange = "nothing to change"

    /// The message that there is nothing to undo.
    package static let nothingToUndo = "no edit to undo"

    /// The message that there is nothing to redo.
    package static let nothingToRedo = "no undone edit since the last edit"

    /// Returns the question before anything is sent, without the question mark.
    package static func question(_ publication: TemplatePublication, _ review: TemplateReview) -> String {
        let changes = changes(review.difference.changes.count)
        switch review.action {
        case .draft: return "Publish \(changes) to \(publication.title)"
        case .file(let file):
            return "Publish \(changes) to \(publication.title)"
                + (file.isForced ? " and overwrite the published version" : "")
        case .changes(let change): return "Publish \(change.title) to \(publication.title)"
        case .rollback(let version), .archived(let version, _):
            return "Publish version \(version) of \(publication.title) again (\(changes))"
        }
    }

    /// Returns the message that something is published.
    ///
    /// - Parameter found: the reason for reading again; nil if the answer was not lost.
    package static func published(
        _ action: TemplateInput.Action, _ published: PublishedTemplate, found: String?
    ) -> String {
        let number = published.template.versionNumber.map { " version \($0)" } ?? ""
        let later = PublicationWords.foundLater(found)
        switch action {
        case .draft, .file, .changes: return "published\(number)\(later)"
        case .rollback(let version), .archived(let version, _):
            let new = number.isEmpty ? "" : " as\(number)"
            return "version \(version) is published again\(new)\(later)"
        }
    }

    /// Returns the message that another person has published: who, and which version. It is for drafts and for rollbacks.
    package static func conflict(_ current: PublishedTemplate) -> String {
        PublicationWords.conflict(
            current.template.versionNumber.map { "version \($0)" }, by: current.template.version?.author)
    }

    /// Returns the lines for an edit that does not apply: the earlier value, and yours beside theirs.
    package static func lines(of conflict: TemplateRebase.Conflict) -> [String] {
        [
            "\(conflict.edit): \(conflict.reason)", "    was:    \(conflict.base ?? "not there")",
            "    yours:  \(conflict.mine ?? "removed")", "    theirs: \(conflict.theirs ?? "not there")",
        ]
    }

    /// Returns the message that a draft was rebased: `the draft is now based on version 12; 1 edit was dropped`.
    package static func rebased(_ rebase: TemplateRebase) -> String {
        let base = rebase.draft.base.template.versionNumber.map { "version \($0)" } ?? "the newest version"
        let lost = rebase.conflicts.count
        guard rebase.draft.edits.isEmpty else {
            return "the draft is now based on \(base)" + (lost == 0 ? "" : "; \(dropped(lost))")
        }
        return (lost == 0 ? "\(base) already has your edits" : dropped(lost)) + "; the draft is empty"
    }

    private static func dropped(_ count: Int) -> String {
        "\(edits(count)) \(count == 1 ? "was" : "were") dropped"
    }

    /// Returns how much of a draft still applies: `of 3 edits, 1 still applies, 2 do not`, or `your edit still applies`.
    package static func summary(of rebase: TemplateRebase) -> String {
        let (kept, done, lost) = (rebase.draft.edits.count, rebase.fulfilled.count, rebase.conflicts.count)
        if kept > 0, done + lost == 0 {
            return kept == 1 ? "your edit still applies" : "all \(edits(kept)) still apply"
        }
        let parts = [
            kept > 0 ? "\(kept) still \(kept == 1 ? "applies" : "apply")" : nil,
            done > 0 ? "\(done) \(done == 1 ? "is" : "are") done already" : nil,
            lost > 0 ? "\(lost) \(lost == 1 ? "does" : "do") not apply" : nil,
        ].compactMap(\.self)
        return "of \(edits(kept + done + lost)), "
            + (parts.isEmpty ? "none left" : parts.joined(separator: ", "))
    }
}

extension TemplateChange {
    /// An indented line for each member that differs; for lists and objects of JSON, one for each place in them.
    package var detailLines: [String] { details.flatMap { Self.lines(of: $0, kind) } }

    private static func lines(of detail: Detail, _ kind: Kind) -> [String] {
        guard let texts = detail.texts,
            case .json(let difference) = ValueDifference(texts.old, texts.new).form,
            !difference.changes.isEmpty
        else { return ["    " + detail.text(kind)] }
        return ["    \(detail.title):"] + difference.changes.map { "        " + $0.line }
    }
}
