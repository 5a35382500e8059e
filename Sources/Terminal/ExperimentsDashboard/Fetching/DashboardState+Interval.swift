import ExperimentsCore

// How often the source is asked, for as long as the dashboard is open.
extension DashboardState {
    private static let intervals: [Duration] = [
        .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(900),
        .seconds(3600),
    ]

    /// The times to choose from: none is shorter than the source allows.
    private var intervals: [Duration] {
        guard let least = source.listed?.shortestInterval else { return Self.intervals }
        return Self.intervals.contains(least)
            ? Self.intervals.filter { $0 >= least } : [least] + Self.intervals.filter { $0 > least }
    }

    /// The next longer time between fetches; after the longest, fetching by hand.
    private var longerInterval: Duration? {
        fetching.interval.flatMap { now in intervals.first { $0 > now } }
    }

    private var shorterInterval: Duration? {
        guard let refreshInterval = fetching.interval else { return intervals.last }
        return intervals.last { $0 < refreshInterval }
    }

    /// Why it cannot be made longer, or shorter.
    func reasonNotChangingInterval(_ action: Command) -> String? {
        if action == .lengthenInterval {
            return fetching.interval == nil ? "the source is asked by hand only, already" : nil
        }
        guard shorterInterval == nil, let refreshInterval = fetching.interval else { return nil }
        let text = DurationText.text(of: refreshInterval)
        return source.listed?.shortestInterval.map { $0 >= refreshInterval } == true
            ? "the source allows no shorter time than \(text)" : "there is no shorter time than \(text)"
    }

    mutating func changeInterval(_ action: Command) {
        let interval = action == .lengthenInterval ? longerInterval : shorterInterval
        fetching.change(interval: interval, at: now)
        guard let interval else {
            say("fetches by hand only, until the dashboard is left", .success, seconds: 4)
            return
        }
        let isSeldom = fetching.liveStatus == .live && interval < RefreshSchedule.shortestLiveInterval
        let live = isSeldom ? "; every 1m while the source announces its changes" : ""
        say(
            "fetches every \(DurationText.text(of: interval)), until the dashboard is left\(live)", .success, seconds: 4
        )
    }
}
