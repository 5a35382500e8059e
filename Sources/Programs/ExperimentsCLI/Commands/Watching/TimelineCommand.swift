import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

struct TimelineCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Show when a key changed, or the age of all values",
        discussion: """
            Shows the values of a key over time, as dashboards, `watch` and `check` stored them on this machine, and \
            the changes to its overrides. Nothing is fetched. A key is stale if its value has been its default, or the \
            same for all users, for 90 days. With --versions, also reads the versions of the source's template, to \
            show since when all users have had the same value.

            Without a key, shows how long each key has not changed, the oldest first; with --stale, only stale keys.
            """)
    static let examples: KeyValuePairs = [
        "experiments timeline paywall_type": "Show when a key changed",
        "experiments timeline --json": "Print the age of all values as JSON",
    ]

    @Argument(help: "Name of the key", completion: .keys) var key: String?

    @Option(
        help: ArgumentHelp(
            "Start: 30d (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\" or RFC 3339", valueName: "time"))
    var since: String?

    @Flag(help: "Only stale keys")
    var stale = false

    @Flag(help: "Show since when all users have had the same value, from the versions of the template")
    var versions = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard key == nil || !stale, key != nil || (since == nil && !versions) else {
            throw ValidationError("--since and --versions require a key, and --stale takes none")
        }
    }

    func run() throws {
        let settings = options.settings
        let session = try ProjectSession.opened(settings)
        if let problem = session.overrides.problem { throw problem }
        let now = Date()
        guard let key else {
            return try KeptValues(session).printTimelines(onlyStale: stale, settings, at: now)
        }
        let start = try since.map { try KeptValues.date($0, option: "--since") }
        let declared = session.keys.first { $0.name == key }
        let request = KeyTimelineRequest(
            key, declared, override: session.service.overrideStore.overrides[key],
            source: session.currentSource)
        let kept = try KeptValues(session)
        var (timeline, problem) = request.read(kept.log.values, session.overrides.journal, at: now)
        if let problem { throw problem }
        if versions { timeline.sameForAll = try Self.sameForAll(key, declared, in: session) }
        guard
            declared != nil || timeline.periods.contains(where: { $0.value != nil })
                || !timeline.overrides.isEmpty
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
                "\(session.sourceName) has no template", advice: "Remove --versions, or use another --source."
            )
        }
        let origin = workspace.origin
        return try Progress.wait("Reading the versions of \(origin.title)", within: session.waits) {
            try await origin.sameForAll(name, key)
        }
    }
}
