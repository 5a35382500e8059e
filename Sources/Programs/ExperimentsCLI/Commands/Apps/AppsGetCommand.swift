import ArgumentParser
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct AppsGetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show an app and how its values differ",
        discussion: """
            Fetches once, to compare. Lists only keys that differ, with the reason, for example `never fetched`, \
            `has an older fetch` or `override not received yet`. With --json: all values of the app as well.
            """)
    static let examples: KeyValuePairs = [
        "experiments apps get shop/4f2a91": "Show an app and the keys that differ",
        "experiments apps get 4f2a --json": "Print it for a script; a prefix of the ID is enough",
    ]

    @Argument(
        help: "App as listed by `experiments apps`, its installation ID, or a prefix of it", completion: .apps
    )
    var app: String

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let known = try KeptApps(options.settings, at: Date())
        let app = try known.app(named: app)
        let session = try ProjectSession.opened(persona.settings(options), fetching: true)
        let report = try session.fetchedReport()
        if let problem = report.overrides.appsProblem { throw problem }
        let overrides = report.overrides.overrides(for: app.id)
        let source = KnownSource(session.service.keeper)
        let comparison = AppComparison(
            of: app, with: report, overrides: overrides, source: source, at: Date())
        if options.json {
            return try StandardOutput.document(
                known.members + [
                    "app": app.document, "warnings": app.warnings, "alike": comparison.alikeCount,
                    "identical": comparison.alikeCount,
                    "differences": comparison.rows.map(\.document),
                ])
        }
        try StandardOutput.write(text(of: app, comparison, PlainText(options.settings)))
    }

    private func text(of app: ConnectedApp, _ comparison: AppComparison, _ style: PlainText) -> StyledText {
        var text: StyledText = ""
        for fact in app.facts {
            let ink: Ink = fact.subject == .warning ? .yellow : .plain
            text +=
                "\(style.shown(fact.label.padding(toLength: 12, withPad: " ", startingAt: 0), ink: .dim))"
                + "\(style.shown(fact.content.text, ink: ink))\n"
        }
        text += "\n" + differences(comparison, style)
        guard !app.doings.isEmpty else { return text }
        let table = Table(["TIME": 20, "KIND": 10, "WHAT": 200], of: app.doings) { doing in
            [.init(RFC3339.text(of: doing.date)), .init(doing.kind.rawValue), .init(doing.words)]
        }
        return text + "\n" + table.text(style)
    }

    private func differences(_ comparison: AppComparison, _ style: PlainText) -> StyledText {
        guard comparison.isKnown else { return "the app has not reported its values yet\n" }
        guard !comparison.rows.isEmpty else {
            return style.shown(AppComparison.alike(comparison.alikeCount), ink: .green) + "\n"
        }
        let table = Table(["KEY": 60, "THERE": 60, "HERE": 60, "WHY": 200], of: comparison.rows) { row in
            [
                .init(row.name), .init(row.there.map { $0.value ?? "its default" } ?? "-"),
                .init(row.here ?? (row.reason == .undeclaredHere ? "-" : "its default")),
                .init(row.reason.words, .yellow),
            ]
        }
        return table.text(style)
    }
}

extension AppFact.Content {
    /// The words, with times in UTC.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .time(let date, let ending): RFC3339.text(of: date) + ending
        case .duration(let duration): DurationText.text(of: duration)
        }
    }
}

extension AppComparison.Row {
    /// `{"key", "there", "pending", "here", "reason", "why"}`; unknown members are omitted.
    fileprivate var document: Document {
        [
            "key": name, "there": there?.value, "pending": there?.pending, "status": there?.status.rawValue,
            "here": here, "reason": reason.code, "why": reason.words,
        ]
    }
}

/// The stored apps of a project, whichever programs serve them.
struct KeptApps {
    /// The file of the server on this machine.
    let file: AppsFile
    /// The apps known to the team's servers; nil without a team.
    let team: TeamApps?
    /// The known apps.
    private(set) var apps: [ConnectedApp] = []
    private var document: AppsDocument?
    private var isLive = false

    /// Reads the apps of the project in the settings, or of the project in this folder.
    ///
    /// - Throws: `FileProblem` if they cannot be read.
    init(_ settings: Settings, at now: Date) throws {
        let located = try LocatedProject(settings)
        file = AppsFile(besideOverridesAt: OverrideFiles(settings, located, watcher: nil).path)
        team = try TeamConnection.store(settings, located).map { TeamApps($0) }
        try team?.readOnce(within: settings.waits)
        try read(at: now)
    }

    /// Reads the apps again.
    mutating func read(at now: Date) throws {
        document = try file.read()
        let own = document.map { KnownApps($0, at: now) } ?? KnownApps([])
        apps = Array(own.joined(by: team?.apps ?? []).apps.values)
        isLive = document?.isLive(at: now) ?? false
    }

    /// The address of the running server; nil if none runs.
    var server: String? { isLive ? document?.server : nil }

    /// The first members of documents about apps.
    var members: Document {
        ["server": server, "forgotten": document?.forgottenCount ?? 0]
    }

    /// The reason why there are none, and what to do.
    var emptyWords: String {
        if let server {
            return "no apps linked to \(server) yet; use `experiments link --app NAME` to link one"
        }
        return
            "no apps linked; use `experiments serve` to serve apps and `experiments link --app NAME` to link one"
    }

    /// Returns the app that a text names.
    func app(named text: String) throws -> ConnectedApp {
        let id = try AppID.named(text, among: apps.map(\.id))
        guard let app = apps.first(where: { $0.id == id }) else { throw CommandProblem(emptyWords) }
        return app
    }
}

extension ConnectedApp {
    /// The app as JSON. The members with glossary names are in addition to the first names, which scripts may read.
    fileprivate var document: JSONObject {
        var members = self.members
        members["values"] = members["values"]?.array.map { values in
            .array(
                values.map { value in
                    guard var key = value.object else { return value }
                    key["setBy"] = key["supplier"]
                    return .object(key)
                })
        }
        members["activity"] = members["doings"]
        return members
    }
}
