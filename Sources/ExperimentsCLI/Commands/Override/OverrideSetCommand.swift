import ArgumentParser
import ExperimentsCore
import Foundation

/// Sets one override.
struct OverrideSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Put a value in place of what the source holds.",
        discussion: """
            A value that the key does not accept is refused, and so is a name that the project does not declare. \
            A value that begins with a dash goes last, after `--`.
            """)

    @Argument(help: "The name of the key.") var key: String

    @Argument(help: "The value, as the source would hold it.") var value: String

    @Option(help: ArgumentHelp("Why, for others to read.", valueName: "text")) var note: String?

    @Option(
        help: ArgumentHelp(
            """
            When it ends: after a time (2h, 1d12h), at one (18:00, or RFC 3339), with the `next fetch` of each program \
            that reads it, or when `upstream changes`.
            """, valueName: "when"))
    var expires: String?

    @Flag(help: "Take the name and the value as they are, to test what a wrong one does.") var raw = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let now = Date()
        let expiry = try expires.map { try OverrideExpiry(option: $0, now: now) } ?? .never
        let target = try OverrideTarget.opened(options.settings)
        if !raw { try check(against: target.keys) }
        let snapshot = expiry == .upstreamChange ? try OverrideTarget.upstream(options.settings) : .empty
        try target.store.update { overrides in
            var override = Override(
                value: value, author: Environment.author, note: note, setAt: now,
                unknownMembers: overrides[key]?.unknownMembers ?? JSONObject())
            expiry.apply(to: &override, upstream: snapshot.entries[key]?.text)
            overrides[key] = override
        }
        try OverridesPrinter(options.settings).printChange("set", [key], target)
    }

    private func check(against keys: [CatalogKey]?) throws {
        guard let keys else {
            return StandardError.line("note: there is no project file here, so the value was not checked")
        }
        guard let declared = keys.first(where: { $0.name == key }) else {
            throw CommandProblem.unknownKey(
                key, among: keys.map(\.name), advice: "--raw sets it all the same.")
        }
        do throws(IncorrectValue) {
            try declared.check(value)
        } catch {
            throw CommandProblem.refusedValue(error, of: key)
        }
    }
}
