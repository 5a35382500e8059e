import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct AppsWatchCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print who comes and goes, and what apps do, as it happens.",
        discussion: """
            First the apps that are there, then each change: an app that is connected or gone, other numbers of \
            overrides, missing and incorrect keys in it, an exposure, an event, a key that it read as another type. \
            Where a team shares a store, that is what happens at all of its servers. \
            With --json: one JSON document a line. Runs until it is interrupted.
            """)
    static let examples = [
        CommandExample("experiments apps watch", "Print what happens in apps"),
        CommandExample("experiments apps watch --json", "The same for a script"),
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        let places = try AppsPlaces(settings)
        var known = try KeptApps(places, at: Date())
        let changes = EventQueue<Void>()
        let watching = [
            SystemFileWatcher.system.watch(places.file.path) { changes.post(()) },
            places.team?.follow { _ in changes.post(()) },
        ]
        defer { for watch in watching { watch?.cancel() } }
        // If no app is connected, there would be no output for a long time.
        try begin(known.apps.count { $0.isConnected }, settings)
        var before: [AppID: ConnectedApp] = [:]
        while true {
            let after = Dictionary(known.apps.map { ($0.id, $0) }) { first, _ in first }
            for news in AppNews.news(from: before, to: after) { try print(news, settings) }
            before = after
            // A server that was killed writes nothing any more: that is found by the clock.
            _ = changes.next(until: known.server == nil ? nil : Date() + AppsDocument.heartbeat)
            // Of many that came meanwhile, the last says all.
            while changes.count > 0 { _ = changes.next(until: nil) }
            known = try KeptApps(places, at: Date())
        }
    }

    private func begin(_ connected: Int, _ settings: Settings) throws {
        let now = Date()
        guard !settings.json else {
            return try StandardOutput.event(["event": "watching", "at": now.precise, "connected": connected])
        }
        let words =
            connected == 0 ? "no app is connected" : CountText.count(connected, "app") + " connected"
        try StandardOutput.line("\(PlainText(settings).shown(RFC3339.text(of: now), ink: .dim))  watching, \(words)")
    }

    private func print(_ news: AppNews, _ settings: Settings) throws {
        let now = Date()
        guard !settings.json else { return try StandardOutput.event(document(news, at: now)) }
        let style = PlainText(settings)
        let time = style.shown(RFC3339.text(of: now), ink: .dim)
        let kind = style.shown(news.kind.word.padding(toLength: 9, withPad: " ", startingAt: 0), ink: ink(news))
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
        return ["event": news.kind.word, "at": now.precise, "app": news.app.summary, "doing": doing]
    }
}
