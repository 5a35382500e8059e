import ExperimentsCore
import ExperimentsTransport
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
    package static func incorrect(_ count: Int) -> String { "\(CountText.count(count, "value")) will be incorrect" }

    /// The title of the changes that others published since a draft was begun.
    package static let othersTitle = TemplatePublisher.Conflict.othersTitle

    /// The message that an edit changes nothing.
    package static let nothingToChange = "nothing to change"

    /// The message that there is nothing to undo.
    package static let nothingToUndo = "no edit to undo"

    /// The message that there is nothing to redo.
    package static let nothingToRedo = "no undone edit since the last edit"

    /// Returns the question before anything is sent, without the question mark.
    package static func question(_ publication: TemplatePublication, _ review: TemplatePublication.Review) -> String {
        let changes = changes(review.difference.changes.count)
        switch publication.action {
        case .draft: return "Publish \(changes) to \(publication.origin)"
        case .rollback(let version):
            return "Publish version \(version) of \(publication.origin) again (\(changes))"
        }
    }

    /// Returns the message that something is published.
    ///
    /// - Parameter found: the reason for reading again; nil if the answer was not lost.
    package static func published(
        _ publication: TemplatePublication, _ published: PublishedTemplate, found: String?
    ) -> String {
        let number = published.template.versionNumber.map { " version \($0)" } ?? ""
        let later = found.map { " (\($0); that version has the same content)" } ?? ""
        switch publication.action {
        case .draft: return "published\(number)\(later)"
        case .rollback(let version):
            let new = number.isEmpty ? "" : " as\(number)"
            return "version \(version) is published again\(new)\(later)"
        }
    }

    /// Returns the message that another person has published: who, and which version. It is for drafts and for rollbacks.
    package static func conflict(_ current: PublishedTemplate) -> String {
        let version = current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = current.template.version?.author.map { " by \($0)" } ?? ""
        return "\(version)\(author) was published first, so nothing was published"
    }

    /// Returns the lines for an edit that does not apply: the earlier value, and yours beside theirs.
    package static func lines(of conflict: TemplateRebase.Conflict) -> [String] {
        [
            "\(conflict.edit): \(conflict.reason)", "    was:    \(conflict.base ?? "not there")",
            "    yours:  \(conflict.mine ?? "removed")", "    theirs: \(conflict.theirs ?? "not there")",
        ]
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
        return "of \(edits(kept + done + lost)), " + (parts.isEmpty ? "none left" : parts.joined(separator: ", "))
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

/// The reason why something was not read or published, in words. It is the same for files and for all kinds of answers.
public struct TemplateRefusalReason: Error, Sendable, Hashable, OperatorError {
    /// The problem, in one line.
    public let message: String
    /// The next step; nil if there is none.
    public let advice: String?
    /// The problems of a template that breaks rules.
    public let problems: [TemplateProblem]
    package let place: ErrorPlace?
    package let details: JSONObject

    package var parts: [any OperatorError] { problems }

    /// Creates a reason with its own words.
    public init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
        (problems, place, details) = ([], nil, JSONObject())
    }

    /// Creates a reason from an error.
    public init(_ error: any Error) {
        if let reason = error as? TemplateRefusalReason {
            self = reason
            return
        }
        let known = error as? any OperatorError
        message = known?.sentence ?? String(describing: error)
        advice = known?.advice
        problems = (error as? TemplateProblems)?.problems ?? []
        place = known?.place
        details = known?.details ?? JSONObject()
    }

    /// The reason as lines: the message, and every problem of a template, with advice.
    public var lines: [String] {
        ErrorReport(self).text().split(scalar: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The result of sending a template that was not confirmed as published.
public enum TemplateSendingProblem: Sendable, Hashable {
    /// The template was certainly not published.
    case refused(TemplateRefusalReason)
    /// Another person has published first.
    case conflict
    /// The answer is lost, so it may have been published.
    case unknown(TemplateRefusalReason)

    /// Creates the result from an error.
    public init(_ error: any Error) {
        let reason = TemplateRefusalReason(error)
        switch error as? TemplateServiceError {
        case .versionMismatch: self = .conflict
        case .unreachable(let transport): self = Self.wasNeverSent(transport) ? .refused(reason) : .unknown(reason)
        case .invalidAnswer: self = .unknown(reason)
        // A server that fails, or a proxy in front of it, may have carried out the request.
        case .refused(let refusal) where refusal.status >= 500: self = .unknown(reason)
        case .refused, .unauthorized, nil: self = .refused(reason)
        }
    }

    private static func wasNeverSent(_ error: TransportError) -> Bool {
        switch error {
        case .hostNotFound, .connectionRefused, .offline, .insecure: true
        case .timedOut, .connectionLost, .bodyTooLarge, .headTooLarge, .other: false
        }
    }
}

/// A value in a publication that is not valid for the app's key.
public struct IncorrectTemplateValue: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: String
    /// The condition under which apps would get the value; nil for the default.
    public let condition: String?
    /// Why the key does not accept it.
    public let problem: IncorrectValue

    /// `trial_days when "uk": expected a whole number from 0 to 30, found "abc"`.
    public var description: String {
        key + (condition.map { " when \(Quotation.of($0))" } ?? "")
            + ": expected \(problem.expected), found \(Quotation.of(problem.found))"
    }

    /// Returns the values of a template that are not valid for the declared keys, except those that are already
    /// published.
    public static func all(
        in template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate, for keys: [CatalogKey]
    ) -> [IncorrectTemplateValue] {
        let declared = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        let before = Dictionary(published.parameters.map { ($0.key, $0) }) { first, _ in first }
        return template.parameters.flatMap { parameter -> [IncorrectTemplateValue] in
            guard let key = declared[parameter.key] else { return [] }
            let old = before[parameter.key]
            var found: [IncorrectTemplateValue] = []
            func check(_ value: TemplateValue?, _ oldValue: TemplateValue?, when condition: String?) {
                guard let value, value != oldValue else { return }
                for text in value.texts {
                    do throws(IncorrectValue) {
                        try key.check(text)
                    } catch {
                        found.append(IncorrectTemplateValue(key: key.name, condition: condition, problem: error))
                    }
                }
            }
            check(parameter.defaultValue, old?.defaultValue, when: nil)
            for value in parameter.conditionalValues {
                check(value.value, old?.value(when: value.condition), when: value.condition)
            }
            return found
        }
    }
}

extension TemplateValue {
    /// The texts that apps may get of it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): return [text]
        case .inAppDefault: return []
        case .other(let json):
            let variants = json["experimentValue"]?.object?["variantValue"]?.array ?? []
            let rollout = json["rolloutValue"]?.object?["value"]?.string
            return [rollout].compactMap(\.self) + variants.compactMap { $0.object?["value"]?.string }
        }
    }
}
