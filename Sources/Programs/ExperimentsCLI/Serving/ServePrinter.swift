import ExperimentsCore
import ExperimentsServer
import Foundation

/// Prints what happens in a server for apps, each on a line of its own that is written at once.
struct ServePrinter {
    private let settings: Settings
    private let style: PlainText

    init(_ settings: Settings) {
        self.settings = settings
        style = PlainText(settings)
    }

    /// Says where the server listens, and what is served.
    func printStart(_ url: URL, _ sources: [String], at now: Date) throws {
        if settings.json {
            return try StandardOutput.event(ServeEventDocument(listeningAt: url, sources, at: now).json)
        }
        try StandardOutput.line("listening on \(url.absoluteString)")
        for (number, name) in sources.enumerated() {
            let path = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
            let base = url.absoluteString + (number == 0 ? "" : "/" + path)
            try StandardOutput.line("\(style.shown(name)): OFREP at \(style.shown(base))")
        }
    }

    /// Says that the server has stopped.
    func printEnd(at now: Date) throws {
        if settings.json { return try StandardOutput.event(ServeEventDocument(stoppedAt: now).json) }
        try StandardOutput.line("\(time(now))  stopped")
    }

    /// Prints one event, with the time in UTC.
    func print(_ notice: ServerNotice, at now: Date) throws {
        if settings.json { return try StandardOutput.event(ServeEventDocument(notice, at: now).json) }
        switch notice {
        case .request(let record): try StandardOutput.line("\(time(record.time))  \(style.shown(record.words))")
        case .connectionsRefused(let limit):
            try StandardOutput.line(
                "\(time(now))  \(style.shown(ConnectionLimit.words(limit), ink: .red))")
        }
    }

    private func time(_ date: Date) -> StyledText { style.shown(RFC3339.text(of: date), ink: .dim) }
}

extension ServerRecord {
    /// The request in a few words: `POST /ofrep/v1/evaluate/flags  200  1204 bytes  3ms`.
    fileprivate var words: String {
        ["\(method) \(path)", "\(status)", "\(bytes) bytes", DurationText.text(of: duration)].joined(separator: "  ")
    }
}

/// An event of `serve` as JSON: `{"schema": 1, "at", "event", …}`, where `event` is `listening`, `request`, `full` or
/// `stopped`. Fetches and overrides have the form of `watch`.
struct ServeEventDocument {
    /// The document.
    let json: JSONValue

    init(listeningAt url: URL, _ sources: [String], at now: Date) {
        var members = JSONObject(listeningAt: url, at: now)
        members["sources"] = .array(sources.map(JSONValue.string))
        json = .object(members)
    }

    init(stoppedAt now: Date) {
        json = .object(JSONObject(event: "stopped", at: now))
    }

    init(_ notice: ServerNotice, at now: Date) {
        switch notice {
        case .request(let record):
            var members = JSONObject(event: "request", at: record.time)
            members["method"] = .string(record.method)
            members["path"] = .string(record.path)
            members["part"] = record.part.map(JSONValue.string)
            members["status"] = .number(String(record.status))
            members["bytes"] = .number(String(record.bytes))
            members["milliseconds"] = .number(String(Int(record.duration.inSeconds * 1000)))
            json = .object(members)
        case .connectionsRefused(let limit):
            json = .object(JSONObject(connectionsRefusedFrom: limit, at: now))
        }
    }
}
