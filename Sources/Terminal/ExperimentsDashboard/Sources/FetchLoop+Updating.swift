import ExperimentsCore
import ExperimentsOperator
import Foundation

// The times of fetches while the dashboard is open.
extension FetchLoop: Feature {
    enum Message: Sendable {
        /// Fetch now.
        case start(FetchTrigger)
        /// Fetch if a fetch is due.
        case startIfDue
        /// The service reports an event.
        case heard(ServiceEvent)
        /// Fetch less often from now on.
        case lengthenInterval
        /// Fetch more often from now on.
        case shortenInterval
        /// Use the new interval of the project file.
        case take(interval: Duration?)
    }

    static let commands: [Command] = [.refetch, .persona, .pause, .lengthenInterval, .shortenInterval]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .start(let trigger):
            begin(at: context.now)
            return [.fetch(trigger)]
        case .startIfDue:
            // The clock ticks once a second, so use the tick nearest to the time.
            guard !context.history.isPaused, isDue(at: context.now + 0.5) else { return [] }
            begin(at: context.now)
            return [.fetch(.scheduled)]
        case .heard(let event):
            guard let news = hear(event, at: context.now) else { return [] }
            let text = news.notice { TimeText.age(from: context.now, to: $0) }
            if case .back = news { return [.show(text, .success)] }
            return [.show(text, .warning, seconds: 10)]
        case .lengthenInterval: return change(to: longerInterval(intervals(context)), context)
        case .shortenInterval: return change(to: shorterInterval(intervals(context)), context)
        case .take(let interval):
            if interval != self.interval { change(interval: interval, at: context.now) }
            return []
        }
    }

    private static let intervals: [Duration] = [
        .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30), .seconds(60), .seconds(300),
        .seconds(900),
        .seconds(3600),
    ]

    /// Returns the intervals to choose from, none shorter than the source allows.
    private func intervals(_ context: DashboardState) -> [Duration] {
        guard let least = context.source.listed?.shortestInterval else { return Self.intervals }
        return Self.intervals.contains(least)
            ? Self.intervals.filter { $0 >= least } : [least] + Self.intervals.filter { $0 > least }
    }

    /// Returns the next longer interval between fetches; nil for no automatic fetches after the longest.
    private func longerInterval(_ intervals: [Duration]) -> Duration? {
        interval.flatMap { now in intervals.first { $0 > now } }
    }

    private func shorterInterval(_ intervals: [Duration]) -> Duration? {
        guard let interval else { return intervals.last }
        return intervals.last { $0 < interval }
    }

    /// The reason why the time between fetches cannot be longer.
    var reasonNotLengthening: String? { interval == nil ? "automatic fetching is already off" : nil }

    /// Returns the reason why the time between fetches cannot be shorter.
    func reasonNotShortening(_ context: DashboardState) -> String? {
        guard shorterInterval(intervals(context)) == nil, let interval else { return nil }
        let text = DurationText.text(of: interval)
        return context.source.listed?.shortestInterval.map { $0 >= interval } == true
            ? "the source's shortest interval is \(text)" : "the shortest interval is \(text)"
    }

    private mutating func change(to interval: Duration?, _ context: DashboardState) -> [Effect] {
        change(interval: interval, at: context.now)
        guard let interval else {
            return [.say("automatic fetching off (this session)", .success, seconds: 4)]
        }
        let isSeldom = liveStatus == .live && interval < RefreshSchedule.shortestLiveInterval
        let live = isSeldom ? "; every 1m while updates are live" : ""
        let words = "fetching every \(DurationText.text(of: interval)) (this session)\(live)"
        return [.say(words, .success, seconds: 4)]
    }
}

extension Command {
    static let refetch: Command = Command(
        "refetch", title: "Fetch now", in: .watching, keys: ["r", .key(.function(5))],
        footer: FooterPlace("fetch", at: .fetching(0)),
        shell: "experiments list (every command fetches)", synonyms: ["refresh", "reload", "update"],
        whyNot: { $0.fetching.activity == .idle ? nil : "already fetching" },
        run: { _ in [.send(\.fetching, .start(.manual))] })
    static let persona: Command = Command(
        "persona", title: "View as another user", in: .watching, keys: ["i"],
        footer: FooterPlace("view as", at: .fetching(2)) { $0.source.persona != nil },
        shell: "experiments list --as NAME=VALUE", synonyms: ["as", "user"],
        whyNot: { state in
            if state.source.persona == nil { return "this source has no per-user values" }
            if state.history.isInThePast { return "older values are shown" + state.project.wayBack }
            return state.history.isPaused ? "live updates are paused" : nil
        },
        run: { state in
            guard let persona = state.source.persona else { return [] }
            return [
                .open(PersonaEditor(persona.current, suggestions: persona.fieldNames)), .readPersonaFields,
            ]
        })
    static let pause: Command = Command(
        "pause", title: "Pause or resume live updates", in: .watching, keys: ["p"],
        footer: FooterPlace("pause", at: .fetching(1)),
        synonyms: ["resume", "stop", "live"],
        run: { _ in [.send(\.history, .togglePause)] })
    static let lengthenInterval: Command = Command(
        "longer-interval", title: "Fetch less often (this session)", in: .watching, keys: ["-"],
        shell: "experiments watch --every TIME",
        whyNot: \.fetching.reasonNotLengthening, run: { _ in [.send(\.fetching, .lengthenInterval)] })
    static let shortenInterval: Command = Command(
        "shorter-interval", title: "Fetch more often (this session)", in: .watching, keys: ["+"],
        shell: "experiments watch --every TIME",
        whyNot: { $0.fetching.reasonNotShortening($0) },
        run: { _ in [.send(\.fetching, .shortenInterval)] })
}
