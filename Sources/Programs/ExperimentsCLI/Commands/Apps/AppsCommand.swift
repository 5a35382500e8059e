import ArgumentParser
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct AppsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List linked apps",
        discussion: """
            Reads what the project's server (`experiments serve`, or `:serve` in the dashboard) last wrote about its \
            apps, so no server has to run. If none runs, all apps are shown as gone. If a team shares a store, the \
            apps of all its servers are listed.
            """,
        subcommands: [AppsGetCommand.self, AppsWatchCommand.self])
    static let examples: KeyValuePairs = [
        "experiments apps": "List the apps",
        "experiments apps --filter status:missing --json": "List apps with missing keys, for a script",
    ]

    @Option(help: ArgumentHelp("Only apps that match this filter", valueName: "text"), completion: .filters)
    var filter = ""

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let filter = try Filter(option: filter)
        let now = Date()
        let known = try KeptApps(options.settings, at: now)
        let apps = AppList(known.apps, passing: filter, at: now).apps
        let table = Table(
            [
                "APP": 60, "VERSION": 20, "DEVICE": 30, "SYSTEM": 20, "SEEN": 20, "OVERRIDES": 9,
                "MISSING": 9,
                "INCORRECT": 9,
            ], of: apps, cells)
        try options.settings.print(
            known.members + ["apps": apps.map(\.summary)], else: table,
            ifEmpty: filter.isEmpty ? known.emptyWords : "no apps match the filter")
    }

    private func cells(_ app: ConnectedApp) -> [Table.Cell] {
        func number(_ count: Int, _ ink: Ink) -> Table.Cell {
            app.reportedAt == nil ? .init("?", .dim) : .init("\(count)", count == 0 ? .dim : ink)
        }
        return [
            .init("\(app.id)", app.isConnected ? .plain : .dim), .init(app.identity.version ?? "-"),
            .init(app.identity.device ?? "-"), .init(app.identity.system ?? "-"),
            app.isConnected ? .init("linked", .green) : .init(RFC3339.text(of: app.lastSeen), .dim),
            number(app.counts.overrides, .cyan), number(app.counts.missing, .yellow),
            number(app.counts.incorrect, .red),
        ]
    }
}

struct AppsWatchCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Follow what linked apps do",
        discussion: """
            First lists the apps, then prints each change: an app that connects or disconnects, a new count of \
            overrides, missing or incorrect keys, an exposure, an event, or a key that is read as the wrong type. If a \
            team shares a store, includes the apps of all its servers. With --json: one JSON document per line. Runs \
            until interrupted.
            """)
    static let examples: KeyValuePairs = [
        "experiments apps watch": "Follow linked apps",
        "experiments apps watch --json": "Follow them from a script",
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        var known = try KeptApps(settings, at: Date())
        let changes = EventQueue<Void>()
        let watching = [
            SystemFileWatcher.system.watch(known.file.path) { changes.post(()) },
            known.team?.follow { _ in changes.post(()) },
        ]
        defer { for watch in watching { watch?.cancel() } }
        // If no app is connected, there would be no output for a long time.
        try begin(known.apps.count { $0.isConnected }, settings)
        var before: [AppID: ConnectedApp] = [:]
        while true {
            let after = Dictionary(known.apps.map { ($0.id, $0) }) { first, _ in first }
            for news in AppNews.news(from: before, to: after) { try print(news, settings) }
            before = after
            // A server that was killed writes nothing more. Only the clock shows that it is gone.
            _ = changes.next(until: known.server == nil ? nil : Date() + AppsDocument.heartbeat)
            // If several changes arrived in the meantime, the last one includes the others.
            while changes.count > 0 { _ = changes.next(until: nil) }
            try known.read(at: Date())
        }
    }

    private func begin(_ connected: Int, _ settings: Settings) throws {
        let now = Date()
        guard !settings.json else {
            return try StandardOutput.event(["event": "watching", "at": now.precise, "connected": connected])
        }
        let words = connected == 0 ? "no apps connected" : CountText.count(connected, "app") + " connected"
        try StandardOutput.line(
            "\(PlainText(settings).shown(RFC3339.text(of: now), ink: .dim))  watching, \(words)")
    }

    private func print(_ news: AppNews, _ settings: Settings) throws {
        let now = Date()
        guard !settings.json else { return try StandardOutput.event(document(news, at: now)) }
        let style = PlainText(settings)
        let time = style.shown(RFC3339.text(of: now), ink: .dim)
        let kind = style.shown(
            news.kind.word.padding(toLength: 9, withPad: " ", startingAt: 0), ink: ink(news))
        let words = news.words == news.kind.word ? "" : "  " + style.shown(news.words)
        try StandardOutput.line("\(time)  \(style.shown("\(news.app.id)"))  \(kind)\(words)")
    }

    private func ink(_ news: AppNews) -> Ink {
        switch news.kind {
        case .connected: .green
        case .gone: .dim
        case .counts: news.app.counts.missing + news.app.counts.incorrect > 0 ? .red : .plain
        case .did(let doing): doing.kind == .mismatch || doing.kind == .note ? .yellow : .plain
        }
    }

    private func document(_ news: AppNews, at now: Date) -> Document {
        var doing: JSONValue?
        if case .did(let what) = news.kind { doing = what.json }
        return [
            "event": news.kind.word, "at": now.precise, "app": news.app.summary, "doing": doing,
            "activity": doing,
        ]
    }
}

extension KeptApps {
    /// Checks the values of connected apps for `check --apps`: prints the missing and incorrect keys of each.
    ///
    /// - Returns: whether there are any.
    /// - Throws: `CommandProblem` if no app is connected, so that nothing can be checked.
    func check(_ settings: Settings) throws -> Bool {
        let apps = self.apps.filter { $0.isConnected && $0.reportedAt != nil }
        guard !apps.isEmpty else {
            let isSilent = self.apps.contains(where: \.isConnected)
            throw CommandProblem(
                isSilent
                    ? "no connected app has reported its values yet"
                    : "no apps connected, so nothing was checked",
                advice: "Use `experiments apps` to list apps.")
        }
        let findings = AppFinding.findings(in: apps)
        let document: Document = [
            "ok": findings.isEmpty, "apps": apps.map(\.summary), "findings": findings.map(\.document),
        ]
        try settings.print(members + document) { Self.text(findings, appCount: apps.count, $0) }
        return !findings.isEmpty
    }

    private static func text(_ findings: [AppFinding], appCount: Int, _ style: PlainText) -> StyledText {
        let table = Table(["APP": 60, "KEY": 60, "STATUS": 10, "REASON": 200], of: findings) { finding in
            [
                .init("\(finding.app)"), .init(finding.key ?? "-"),
                .init(finding.status.rawValue, Ink(finding.status)), .init(finding.message),
            ]
        }
        let broken = Set(findings.map(\.app)).count
        let verdict = findings.isEmpty ? style.shown("ok", ink: .green) : style.shown("failed", ink: .red)
        let apps = CountText.count(appCount, "app")
        let words =
            findings.isEmpty ? "\(apps) connected" : "\(broken) of \(apps) with missing or incorrect keys"
        return (findings.isEmpty ? "" : table.text(style) + "\n")
            + "\(verdict)  \(style.shown(words))\n"
    }
}

extension AppFinding {
    /// `{"app", "key", "status", "message"}`.
    fileprivate var document: Document {
        ["app": app.description, "key": key, "status": status.rawValue, "message": message]
    }
}
