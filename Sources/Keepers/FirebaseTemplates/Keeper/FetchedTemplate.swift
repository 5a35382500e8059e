import ExperimentsCore
import Foundation

/// A template as a keeper last fetched it, ready to be evaluated.
struct FetchedTemplate: Sendable {
    let template: ClientTemplate
    let etag: String
    let version: String?
    let fetchedAt: Date

    /// Returns the same with a draft in place of the template, and a note that the draft was not fetched.
    func showing(_ draft: ClientTemplate) -> FetchedTemplate {
        FetchedTemplate(
            template: draft, etag: "\(etag) draft", version: version.map { "\($0), a draft" }, fetchedAt: fetchedAt)
    }

    /// Returns the snapshot for a persona.
    func snapshot(for persona: SourcePersona, now: Date) -> Snapshot {
        let evaluation = template.evaluate(for: AppInstance(persona, now: now))
        var entries: [String: Snapshot.Entry] = [:]
        for outcome in evaluation.outcomes where outcome.text != nil || outcome.usesInAppDefault {
            entries[outcome.key] = Snapshot.Entry(text: outcome.text, supplier: outcome.condition)
        }
        return Snapshot(entries: entries, version: version, etag: etag, fetchedAt: fetchedAt, notes: template.notes)
    }
}

extension ClientTemplate {
    /// The notes about the template as a whole.
    var notes: [SourceNote] {
        var notes: [SourceNote] = []
        if let version = template.version {
            let words = [
                version.author.map { "by \($0)" }, version.updatedAt.map { "at \(RFC3339.text(of: $0))" },
                version.description.map { Quotation.of($0, limit: 200) },
            ].compactMap { $0 }
            if !words.isEmpty {
                notes.append(SourceNote(title: SourceNote.publishedTitle, text: words.joined(separator: ", ")))
            }
        }
        if assignsPercentages { notes.append(SourceNote(title: "Percentages", text: Self.localAssignment)) }
        for problem in problems { notes.append(SourceNote(title: SourceNote.problemTitle, text: problem.description)) }
        return notes
    }

    /// The label of every percentage.
    static let localAssignment = "assigned on this machine, not by Google: Google's own assignment is not public"

    private var assignsPercentages: Bool {
        conditions.contains { $0?.isPercentage ?? false }
            || parameters.contains { $0.conditional.contains { $0.value.rollout != nil } }
    }
}
