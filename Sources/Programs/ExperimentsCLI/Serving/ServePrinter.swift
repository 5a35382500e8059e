import ExperimentsCore
import ExperimentsRollouts
import ExperimentsServer
import Foundation

/// Prints the events of a server for apps, each immediately on a separate line.
struct ServePrinter {
    let settings: Settings
    private var style: PlainText { PlainText(settings) }

    /// Prints the address of the server, and what it serves.
    ///
    /// - Parameters:
    ///   - url: the address that it listens on.
    ///   - sources: the names of the sources in addresses, each with its title.
    ///   - publicURL: the address at which apps reach the server behind a proxy; nil without a proxy.
    func printStart(
        _ url: URL, publicURL: URL? = nil, _ sources: [(name: String, title: String)], at now: Date
    ) throws {
        if settings.json {
            return try StandardOutput.event(
                Document(listeningAt: url, at: now)
                    + ["publicURL": publicURL?.absoluteString, "sources": sources.map(\.name)])
        }
        try StandardOutput.line("listening on \(url.absoluteString)")
        for (number, (name, title)) in sources.enumerated() {
            let path = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
            let base = (publicURL ?? url).absoluteString + (number == 0 ? "" : "/" + path)
            try StandardOutput.line("\(style.shown(title)): OFREP at \(style.shown(base))")
        }
    }

    /// Prints that the server has stopped.
    func printEnd(at now: Date) throws {
        if settings.json { return try StandardOutput.event(Document(event: "stopped", at: now)) }
        try StandardOutput.line("\(time(now))  stopped")
    }

    /// Prints one event, with the time in UTC.
    func print(_ notice: ServerNotice, at now: Date) throws {
        if settings.json { return try StandardOutput.event(notice.event(at: now)) }
        switch notice {
        case .request(let record):
            try StandardOutput.line("\(time(record.time))  \(style.shown(record.words))")
        case .connectionsRefused(let limit):
            try StandardOutput.line("\(time(now))  \(style.connectionsRefused(from: limit))")
        }
    }

    /// Prints a step of a rollout.
    func print(_ step: RolloutStep, of name: String, at now: Date) throws {
        if settings.json {
            return try StandardOutput.event(
                Document(event: step.isHarm ? "rollout.harm" : "rollout.step", at: now)
                    + ["rollout": name, "text": step.sentence])
        }
        let ink: Ink = step.isHarm ? .red : .green
        try StandardOutput.line(
            "\(time(now))  \(style.shown(name, ink: .bold)): \(style.shown(step.sentence, ink: ink))")
    }

    private func time(_ date: Date) -> StyledText { style.shown(RFC3339.text(of: date), ink: .dim) }
}

extension ServerRecord {
    /// The request in short: `POST /ofrep/v1/evaluate/flags  200  1204 bytes  3ms`.
    fileprivate var words: String {
        ["\(method) \(path)", "\(status)", "\(bytes) bytes", DurationText.text(of: duration)].joined(
            separator: "  ")
    }
}

extension ServerNotice {
    /// An event of `serve`: `{"at", "event", …}`, where `event` is `request` or `full`. Fetches and overrides have the
    /// format of `watch`.
    fileprivate func event(at now: Date) -> Document {
        switch self {
        case .request(let record):
            Document(event: "request", at: record.time) + [
                "method": record.method, "path": record.path, "part": record.part, "status": record.status,
                "bytes": record.bytes, "milliseconds": Int(record.duration.inSeconds * 1000),
            ]
        case .connectionsRefused(let limit): Document(connectionsRefusedFrom: limit, at: now)
        }
    }
}

extension PlainText {
    /// Returns the message if the system allows no more connections.
    func connectionsRefused(from limit: Int) -> StyledText {
        let words = "connections are refused: too many open files and connections (limit: \(limit)); "
        return shown(words + "use `ulimit -n` to raise the limit", ink: .red)
    }
}
