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
            try settings.source == nil
            ? first ?? located.source(named: nil) : located.source(named: settings.source)
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
        return ValueTarget(
            name: source.name, publishing: publishing, keys: located.project.keys, settings: settings)
    }

    /// Returns the values that are published now, or those published at a revision.
    func published(at revision: Int64? = nil) throws -> PublishedValues {
        let publishing = publishing
        let values = try Progress.wait(
            "Asking etcd", within: ValueVoice(settings).limit(ofReading: settings.waits)
        ) {
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

    /// Checks, shows the changes, asks, and publishes them.
    func publish(_ action: ValueInput.Action, _ options: PublishingOptions) throws {
        let input = ValueInput(action, note: options.note, for: options.raw ? nil : keys)
        try PublishingDialogue(
            ValueVoice(settings), PublishingConsent(isYes: options.yes, isRaw: options.raw),
            within: settings.waits
        ).publish(publishing.publication(of: input, isRehearsal: options.dryRun), to: publishing)
    }
}
