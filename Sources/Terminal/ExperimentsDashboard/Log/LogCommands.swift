import ExperimentsCore

extension Feature {
    static let log = Feature(commands: [.log, .messages])
}

extension Command {
    static let log: Command = Command(
        "log", title: "Show the log of fetches, overrides and messages", in: .watching, keys: ["L"],
        twin: .command("experiments log"), synonyms: ["errors", "events"], whyNot: \.reasonNoLog,
        change: { $0.panels.push(LogPanel($0)) })
    static let messages: Command = Command(
        "messages", title: "Show what was said so far, in the log", in: .watching, keys: ["!"],
        twin: .command("experiments log"),
        whyNot: \.reasonNoLog, change: { $0.panels.push(LogPanel($0)) })
}

extension DashboardState {
    fileprivate var reasonNoLog: String? { log.entries.isEmpty ? "nothing has happened yet" : nil }
}
