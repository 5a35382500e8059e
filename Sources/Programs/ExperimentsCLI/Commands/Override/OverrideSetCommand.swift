import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct OverrideSetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set values in place of those of the source.",
        usage: "experiments override set <key> ... <value> [<options>]",
        discussion: """
            Several keys can be given the same value at once, by their names or by --filter: all of them or none. A \
            value that the key does not accept is refused, and so is a name that the project does not declare. \
            A value that begins with a dash and is no number goes last, after `--`.
            """)
    static let examples = [
        CommandExample("experiments override set paywall_type b", "Force a variant"),
        CommandExample(
            "experiments override set paywall_type b --expires 2h --note demo", "Force it for two hours, and say why"),
        CommandExample(
            "experiments override set paywall_type b --team", "Force it for everybody of the team"),
        CommandExample(
            "experiments override set paywall_type b --app shop", "Force it in one app that is linked, and no other"),
        CommandExample(
            "experiments override set --filter group:Checkout false", "Switch off all keys of a group, after a question"
        ),
    ]

    @Argument(
        help: ArgumentHelp(
            "The names of the keys, and last the value, as the source would hold it.", valueName: "key|value"),
        completion: .keys
    )
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "Every declared key that matches this filter, after a question.", valueName: "text"))
    var filter: String?

    @Flag(help: "Do not ask.") var yes = false

    @Option(help: ArgumentHelp("The reason, for others to read.", valueName: "text")) var note: String?

    @Option(
        help: ArgumentHelp(
            """
            When it ends: after a time (2h, 1d12h), at one (18:00, or RFC 3339), with the `next fetch` of each program \
            that reads it, or when `upstream changes`.
            """, valueName: "when"))
    var expires: String?

    @Flag(help: "Accept any name and any value, to test what a wrong one does.") var raw = false

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let now = Date()
        let expiry = try expires.map { try OverrideExpiry(option: $0, now: now) } ?? .never
        let (names, value) = try split()
        let filter = try filter.map { try Filter(option: $0) }
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        let before = (try? target.own()) ?? .empty
        let keys = try filter.map { try chosen(by: $0) } ?? names
        if !raw { try check(value, of: keys, against: target.keys) }
        if filter != nil, !yes {
            try confirm(keys, value)
        } else {
            OverrideTarget.announce("overriding", keys)
        }
        let snapshot = expiry == .upstreamChange ? try OverrideTarget.upstream(options.settings) : .empty
        try target.change(OverrideTitle.set(keys), by: "override set", at: now, given: snapshot) {
            [note] in $0.set(value, for: keys, note: note, until: expiry)
        }
        try OverridesPrinter(options.settings).printChange("set", keys, of: target, before: before)
    }

    /// The names, each once, and the value.
    private func split() throws(CommandProblem) -> (names: [String], value: String) {
        var seen: Set<String> = []
        let names = words.dropLast().filter { seen.insert($0).inserted }
        switch (names.isEmpty, filter, words.last) {
        case (false, nil, let value?), (true, .some, let value?): return (names, value)
        case (false, .some, _):
            throw CommandProblem(
                "both names and --filter say which keys to set", advice: "Give one of the two, and the value.")
        default:
            throw CommandProblem(
                "set needs the name of a key and a value",
                advice: "Write for example: experiments override set paywall_type b")
        }
    }

    private func chosen(by filter: Filter) throws -> [String] {
        guard !filter.isEmpty else {
            throw CommandProblem(
                "--filter is empty, which would set every key; nothing was changed",
                advice: "Write key:/./ where every key is meant.")
        }
        let session = try ProjectSession.opened(options.settings)
        try session.fetch()
        let names = try session.rows(filter: filter).filter { $0.status != .undeclared }.map(\.name)
        guard names.isEmpty else { return names }
        throw CommandProblem(
            "the filter \"\(filter.text)\" lets no declared key through; nothing was changed",
            advice: "`experiments list` prints the keys.")
    }

    private func confirm(_ keys: [String], _ value: String) throws {
        let shown = OverrideTarget.counted(keys)
        try Question(
            text: "Override \(shown) with \(Quotation.of(value, limit: 30))",
            reason: "set asks before it overrides what a filter finds",
            advice: "Use --yes to override \(shown) without a question."
        ).ask()
    }

    private func check(_ value: String, of names: [String], against keys: [CatalogKey]?) throws {
        guard let keys else {
            return StandardError.line("note: there is no project file here, so the value was not checked")
        }
        let declared = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        for name in names {
            guard let key = declared[name] else {
                throw CommandProblem.unknownKey(name, among: keys.map(\.name), advice: "Use --raw to set it anyway.")
            }
            do throws(IncorrectValue) {
                try key.check(value)
            } catch {
                throw CommandProblem.refusedValue(error, of: name)
            }
        }
    }
}

extension OverrideExpiry {
    /// Reads what `--expires` says.
    init(option text: String, now: Date) throws(CommandProblem) {
        do throws(OverrideExpiryProblem) {
            try self.init(parsing: text, now: now, localTime: .system)
        } catch {
            throw CommandProblem("--expires", error)
        }
    }
}
