import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsServer
import Foundation

struct OverrideSetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set overrides",
        usage: "experiments override set <key> ... <value> [<options>]",
        discussion: """
            Sets the same value for one or more keys, by name or by --filter; if one of them refuses it, none is \
            changed. The value must be valid for the key, and the key must be declared, unless --raw is given. Put a \
            value that begins with a dash and is not a number last, after `--`.
            """)
    static let examples: KeyValuePairs = [
        "experiments override set paywall_type b": "Override a value",
        "experiments override set paywall_type b --expires 2h --note demo":
            "Override it for two hours, with a note",
        "experiments override set paywall_type b --team": "Override it for the whole team",
        "experiments override set paywall_type b --app shop": "Override it in one linked app only",
        "experiments override set --filter group:Checkout false": "Set all keys of a group after a question",
    ]

    @Argument(
        help: ArgumentHelp("Names of the keys, then the value", valueName: "key|value"),
        completion: .keysAndValues
    )
    var words: [String]

    @Option(
        help: ArgumentHelp("Set all declared keys that match this filter", valueName: "text"),
        completion: .filters)
    var filter: String?

    @Flag(help: "Don't ask") var yes = false

    @Option(help: ArgumentHelp("Note for others", valueName: "text")) var note: String?

    @Option(
        help: ArgumentHelp(
            "Expiry: a duration (2h, 1d12h), a time (18:00, RFC 3339), `next fetch` or `upstream changes`",
            valueName: "when"),
        completion: .expiries)
    var expires: String?

    @Flag(help: "Accept any key, value and app, to test invalid ones") var raw = false

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
        if !raw {
            try check(value, of: keys, against: target.keys)
            try checkApp(of: target)
            try checkInstallation(of: target)
        }
        if filter != nil, !yes {
            try confirm(keys, value)
        } else {
            OverrideTarget.announce("overriding", keys)
        }
        let snapshot = expiry == .upstreamChange ? try OverrideTarget.upstream(options.settings) : .empty
        try target.change(OverrideTitle.set(keys), by: "override set", at: now, given: snapshot) {
            [note] in $0.set(value, for: keys, note: note, until: expiry)
        }
        try target.printChange(of: keys, before: before, options.settings)
    }

    /// Returns the names, each once, and the value.
    private func split() throws(CommandProblem) -> (names: [String], value: String) {
        var seen: Set<String> = []
        let names = words.dropLast().filter { seen.insert($0).inserted }
        switch (names.isEmpty, filter, words.last) {
        case (false, nil, let value?), (true, .some, let value?): return (names, value)
        case (false, .some, _):
            throw CommandProblem(
                "key names and --filter cannot be combined", advice: "Use one of them, then the value.")
        default:
            throw CommandProblem(
                "expected a key and a value",
                advice: "For example: `experiments override set paywall_type b`")
        }
    }

    private func chosen(by filter: Filter) throws -> [String] {
        guard !filter.isEmpty else {
            throw CommandProblem(
                "--filter is empty and would match every key; nothing was changed",
                advice: "Use --filter key:/./ to set every key.")
        }
        let session = try ProjectSession.opened(options.settings, fetching: true)
        try session.fetch()
        let names = try session.rows(filter: filter).filter { $0.status != .undeclared }.map(\.name)
        guard names.isEmpty else { return names }
        throw CommandProblem(
            "no declared key matches --filter \(Quotation.of(filter.text)); nothing was changed",
            advice: "Use `experiments list` to list keys.")
    }

    private func confirm(_ keys: [String], _ value: String) throws {
        let shown = OverrideTarget.counted(keys)
        try Question(
            text: "Override \(shown) with \(Quotation.of(value, limit: 30))",
            reason: "set asks before it overrides keys that match a filter",
            advice: "Use --yes to override \(shown) without a question."
        ).ask()
    }

    /// Refuses the name of an app that is not linked if it is similar to that of a linked one.
    private func checkApp(of target: OverrideTarget) throws {
        guard let app = target.scope.app else { return }
        let linked = try Set(LinkStorage(target).grants.named(app: nil).map(\.app))
        guard !linked.contains(app), let near = SpellingSuggestion.nearest(to: app, in: linked.sorted())
        else { return }
        throw CommandProblem(
            "no links of app \(Quotation.of(app))",
            advice: "Did you mean \(near)?\nUse --raw to set it anyway.")
    }

    /// Refuses an installation that is not known if it is similar to a known one, or the beginning of its ID.
    private func checkInstallation(of target: OverrideTarget) throws {
        guard case .installation(let app, let id) = target.scope else { return }
        let known = try KeptApps(options.settings, at: Date()).apps.map(\.id).filter { $0.app == app }
        guard !known.contains(where: { $0.installation == id }) else { return }
        let ids = known.map(\.installation)
        guard
            let near = known.first(where: { $0.isMeant(by: id) })?.installation
                ?? SpellingSuggestion.nearest(to: id, in: ids.sorted())
        else { return }
        throw CommandProblem(
            "no installation \(Quotation.of(id)) of app \(Quotation.of(app))",
            advice: "Did you mean \(near)?\nUse --raw to set it anyway.")
    }

    private func check(_ value: String, of names: [String], against keys: [CatalogKey]?) throws {
        guard let keys else {
            return StandardError.line("note: no project file found, so the value was not checked")
        }
        let declared = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        for name in names {
            guard let key = declared[name] else {
                let isPair = declared.keys.contains { name.hasScalarPrefix($0 + "=") }
                throw CommandProblem.unknownKey(
                    name, among: keys.map(\.name),
                    advice: isPair ? "Write a space instead of the \"=\"." : "Use --raw to set it anyway.")
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
    /// Reads the value of `--expires`.
    init(option text: String, now: Date) throws(CommandProblem) {
        do throws(MessageError) {
            try self.init(parsing: text, now: now, localTime: .system)
            // An empty variable of a script must not make an override that stays.
            guard self != .never || text.lowercased().contains("never") else {
                throw MessageError(
                    "\(Quotation.of(text)): expected a duration (2h) or a time (18:00)",
                    advice: "Use never for an override that does not expire.")
            }
        } catch {
            throw CommandProblem("invalid --expires", error)
        }
    }
}
