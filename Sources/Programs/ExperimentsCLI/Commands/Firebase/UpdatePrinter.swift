import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

/// Tells what became of a publication: the version alone on standard output, words on standard error.
struct UpdatePrinter {
    private let settings: Settings
    private let project: String
    private let kind: ApplicationUpdate.Kind

    init(_ settings: Settings, project: String, kind: ApplicationUpdate.Kind) {
        (self.settings, self.project, self.kind) = (settings, project, kind)
    }

    func print(_ outcome: UpdatePublication.Outcome) throws(CommandProblem) {
        if outcome.wasRepeated {
            StandardError.line("somebody published meanwhile; the change was made on their version")
        }
        for change in outcome.changes { tell(change) }
        switch outcome.act {
        case .published: break
        case .rehearsed: StandardError.line("the service accepts the change; nothing was published")
        case .nothing: StandardError.line("nothing was published: the template says so already")
        }
        if settings.json { return try StandardOutput.document(document(outcome)) }
        if let version = outcome.version, outcome.act != .rehearsed { try StandardOutput.line("\(version)") }
    }

    private func tell(_ change: UpdateEdit.Change) {
        guard change.isChange else { return }
        StandardError.line("\(change.key): \(Self.words(for: change.before)) → \(change.after)")
        if !change.conditions.isEmpty {
            let names = change.conditions.map { Quotation.of($0) }.joined(separator: ", ")
            StandardError.line("note: \(change.key) keeps its own values under \(names)")
        }
        if let old = Self.release(in: change.before), let new = Self.release(in: .text(change.after)), new < old {
            StandardError.line("warning: \(new) is older than \(old), which it takes the place of")
        }
    }

    private static func words(for value: TemplateValue?) -> String {
        switch value {
        case nil: "(none)"
        case .text(let text)?: Quotation.of(text, limit: 200)
        case .inAppDefault?: "(the app's own default)"
        case .other?: "(a value of another kind)"
        }
    }

    private static func release(in value: TemplateValue?) -> ApplicationUpdate.Version? {
        guard case .text(let text)? = value, let object = try? JSONValue(parsing: text).object else { return nil }
        return object["version"]?.string.flatMap(ApplicationUpdate.Version.init(rawValue:))
    }

    private func document(_ outcome: UpdatePublication.Outcome) -> Document {
        [
            "project": project, "kind": kind.rawValue, "published": outcome.act == .published,
            "repeated": outcome.wasRepeated, "version": outcome.version.map { String($0) },
            "parameters": outcome.changes.map(Self.document),
        ]
    }

    private static func document(_ change: UpdateEdit.Change) -> Document {
        var was: String?
        if case .text(let text)? = change.before { was = text }
        return [
            "name": change.key, "changed": change.isChange, "value": change.after, "was": was,
            "conditions": change.conditions,
        ]
    }
}

extension GlobalOptions {
    /// Prints the one value that a command is about; with --json, a document that has it under `name`, and `others` beside
    /// it.
    func print(_ value: String, as name: String, others: Document = [:]) throws(CommandProblem) {
        guard json else { return try StandardOutput.whole(value) }
        try StandardOutput.document([name: value] + others)
    }
}
