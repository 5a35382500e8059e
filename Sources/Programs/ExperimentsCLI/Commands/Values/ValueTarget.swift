import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator
import ExperimentsProject
import Foundation

/// The source to which a command publishes values.
struct ValueTarget {
    /// The name of the source in the project file.
    let name: String
    /// The store for its values.
    let publishing: ValuePublishing
    private let keys: [CatalogKey]
    private let settings: Settings

    /// Opens the source of the settings, or the first one that supports publishing.
    ///
    /// - Parameter command: the name of the command, for example `values set`.
    /// - Throws: `CommandProblem` for a source that does not support it.
    static func opened(_ settings: Settings, by command: String) throws -> ValueTarget {
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let first = located.project.sources.first { $0.kind == .etcd }
        let source =
            try settings.source == nil ? first ?? located.source(named: nil) : located.source(named: settings.source)
        guard let etcd = source.settings as? EtcdSourceSettings else {
            throw CommandProblem(
                "cannot publish to source \(located.title(of: source)) of kind \(source.kind.name)",
                advice: located.advice(naming: [.etcd]))
        }
        try EnvironmentConsent(located.absolutePath, settings).ask(for: source)
        let publishing = ValuePublishing(
            try EtcdSource(etcd, named: source.name, in: located).store, of: source.name,
            environment: source.environment,
            by: OverrideOrigin(author: Environment.author, program: "experiments \(command)"))
        return ValueTarget(name: source.name, publishing: publishing, keys: located.project.keys, settings: settings)
    }

    /// The maximum time to wait for the published values, if the command has no limit.
    private static let patience = Duration.seconds(5)

    /// Returns the values that are published now, or those published at a revision.
    func published(at revision: Int64? = nil) throws -> PublishedValues {
        let publishing = publishing
        let values = try Progress.wait("Asking etcd", within: settings.waits ?? WaitLimit(Self.patience)) {
            try await publishing.published(at: revision)
        }
        for note in values.notes { StandardError.line("note: \(note.text)") }
        return values
    }

    /// Throws an error for a name without changes that is neither declared nor published. A removed key may be asked
    /// for as long as the cluster stores its changes.
    ///
    /// - Parameter revision: the oldest revision that the cluster stores.
    func checkKnown(_ name: String, since revision: Int64) throws {
        let names = Set(keys.map(\.name)).union(try published().entries.keys)
        guard !names.contains(name) else { return }
        throw CommandProblem.unknownKey(
            name, among: names.sorted(),
            advice: "It is neither declared nor published, and has no changes since revision \(revision).")
    }

    /// Throws an error for names that the project does not declare, and for values that are not valid for their keys.
    ///
    /// - Throws: `CommandProblem`.
    func check(_ changes: [ValueProposal.Change]) throws(CommandProblem) {
        let declared = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        for change in changes {
            guard let text = change.new?.text else { continue }
            guard let key = declared[change.name] else {
                throw CommandProblem.unknownKey(
                    change.name, among: keys.map(\.name), advice: "Use --raw to publish it anyway.")
            }
            do throws(IncorrectValue) {
                try key.check(text)
            } catch {
                throw CommandProblem.refusedValue(error, of: change.name)
            }
        }
    }

    /// Shows the changes, asks, and publishes them.
    ///
    /// - Parameters:
    ///   - note: a note for the history; nil for none.
    ///   - isYes: whether to skip the question.
    ///   - isTrial: whether to only show the changes.
    func publish(_ proposal: ValueProposal, note: String?, yes isYes: Bool, dryRun isTrial: Bool) throws {
        let printer = ValuesPrinter(settings)
        guard !proposal.isEmpty, !isTrial else { return try printer.print(proposal, revision: nil, of: self) }
        if !settings.json { try printer.show(proposal) }
        if !isYes {
            var name: String?
            if case .typed(let typed) = publishing.consent { name = typed }
            try Question.publishing(proposal.question(to: self.name), typing: name).ask()
        }
        let publishing = publishing
        let outcome = try Progress.wait(
            "Publishing to etcd", within: settings.waits.ofStoreChanges(), changing: "values history"
        ) {
            try await publishing.publish(proposal, note: note, at: Date())
        }
        switch outcome {
        case .published(let revision):
            StandardOutput.noteChange()
            try printer.print(proposal, revision: revision, of: self)
        case .unknown(let reason):
            throw CommandProblem(
                PublicationWords.unknown(reason),
                advice:
                    "When the cluster responds again, use `experiments values history` to see whether it was published.",
                leavesOutcomeUnknown: true)
        }
    }
}
