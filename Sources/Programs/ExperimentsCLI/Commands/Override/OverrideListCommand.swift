import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct OverrideListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print all overrides, active or not, with warnings.",
        discussion: """
            An override is `redundant` where the source holds the same value, an `orphan` where no key of its name is \
            declared, `refused` where the key does not accept its value, and `expired` once it has ended. To know what \
            the source holds, it is fetched.

            With --app, prints only those that reach the app, and with --installation one installation of it; those of \
            the narrower scope count.

            With --diff, prints what the overrides that are on change: the source's value beside theirs, where they differ.
            """)
    static let examples = [
        CommandExample("experiments override list", "List the overrides"),
        CommandExample("experiments override list --diff", "Show what each changes of the value of the source"),
    ]

    @Flag(help: "Do not fetch, and so do not tell which overrides are redundant.") var offline = false

    @Flag(help: "Print what the overrides change.") var diff = false

    @OptionGroup var difference: DifferenceOptions

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        try difference.check(options)
        guard diff || difference.format == .table else { throw ValidationError("--format goes with --diff.") }
        guard !diff || (scoping.app == nil && scoping.installation == nil) else {
            throw ValidationError("--diff is about the overrides for everyone; leave --app out.")
        }
        guard !diff || !offline else {
            throw ValidationError("--diff compares with what the source holds, and --offline does not fetch it.")
        }
    }

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        let isEmpty = try target.scoped().scopes.isEmpty
        let snapshot = offline || isEmpty ? Snapshot.empty : target.fetchedSnapshot(options.settings)
        if diff { return try printDifferences(target, snapshot) }
        try OverridesPrinter(options.settings).printAll(target, snapshot)
    }

    private func printDifferences(_ target: OverrideTarget, _ snapshot: Snapshot) throws {
        let overrides = target.store.overrides
        let circumstances = OverrideCircumstances(now: Date(), snapshot: snapshot, fetchedAt: nil)
        let schemas = Dictionary((target.keys ?? []).map { ($0.name, $0.schema) }) { first, _ in first }
        let keys = overrides.names.compactMap { name -> DifferingKey? in
            guard let override = overrides[name], override.isEnabled, !override.hasEnded(for: name, in: circumstances)
            else { return nil }
            let entry = snapshot.entries[name]
            if let text = entry?.text, text == override.value || schemas[name]?.areSame(text, override.value) == true {
                return nil
            }
            return DifferingKey(
                name: name, old: entry.map { $0.text ?? Snapshot.Entry.appDefault }, new: override.value)
        }
        if options.json {
            return try StandardOutput.document(["differences": keys.map(\.document)])
        }
        let verdict: StyledText =
            keys.isEmpty ? "no override changes a value\n" : "\(keys.count) overridden\n"
        try StandardOutput.write(
            DifferencesPrinter(settings: options.settings, sides: ["source", "override"]).text(
                keys, as: difference.format, verdict: verdict))
    }
}
