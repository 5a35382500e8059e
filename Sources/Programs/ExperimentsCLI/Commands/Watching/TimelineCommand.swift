import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

struct TimelineCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Print what one key held when, or of every key how long it is unchanged.",
        discussion: """
            What dashboards, `watch` and `check` saw of the source on this machine, and what was changed with overrides: \
            nothing is fetched. A key is called stale where for 90 days its value has been the same and its default.

            With --versions, the versions of the source's template are read, too: since when everybody gets the same.

            Without a key, prints of each how long it is unchanged, the one that is unchanged for longest first; with \
            --stale, only of stale ones.
            """)
    static let examples = [
        CommandExample("experiments timeline paywall_type", "Print what a key held when"),
        CommandExample("experiments timeline --json", "Print how long every key is unchanged, for a script"),
    ]

    @Argument(help: "The name of the key.", completion: .keys) var key: String?

    @Option(
        help: ArgumentHelp(
            "From when on: 30d (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\", or RFC 3339.", valueName: "time"))
    var since: String?

    @Flag(help: "Only keys that are stale.")
    var stale = false

    @Flag(help: "Tell since when everybody gets the same, from the versions of the source's template.")
    var versions = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard key == nil || !stale, key != nil || (since == nil && !versions) else {
            throw ValidationError("--since and --versions go with a key, and --stale without one.")
        }
    }

    func run() throws {
        let settings = options.settings
        let session = try ProjectSession.opened(settings)
        if let problem = session.overrides.problem { throw problem }
        let now = Date()
        guard let key else {
            return try TimelinesPrinter(settings, KeptValues(session), at: now).printAll(onlyStale: stale)
        }
        let start = try since.map { try KeptValues.date($0, option: "--since") }
        let declared = session.keys.first { $0.name == key }
        let request = KeyTimelineRequest(
            key, declared, override: session.service.overrideStore.overrides[key], source: session.currentSource)
        let kept = try KeptValues(session)
        var (timeline, problem) = request.read(kept.log.values, session.overrides.journal, at: now)
        if let problem { throw problem }
        if versions { timeline.sameForAll = try Self.sameForAll(key, declared, in: session) }
        guard declared != nil || timeline.periods.contains(where: { $0.value != nil }) || !timeline.overrides.isEmpty
        else {
            throw CommandProblem.unknownKey(key, among: session.keys.map(\.name))
        }
        let printer = TimelinePrinter(settings, session, of: timeline, since: start, at: now)
        settings.json ? try printer.printDocument() : try printer.printTable()
    }

    private static func sameForAll(
        _ name: String, _ key: CatalogKey?, in session: ProjectSession
    ) throws -> UniformValue? {
        guard let workspace = try session.templates?(session.currentSource) else {
            throw CommandProblem(
                "\(session.sourceName) has no template", advice: "Leave --versions out, or choose another --source.")
        }
        let origin = workspace.origin
        return try Progress.wait("Reading the versions of \(origin.title)") { try await origin.sameForAll(name, key) }
    }
}
