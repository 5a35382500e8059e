import ExperimentsCore

extension Command {
    static let log: Command = Command(
        "log", title: "Show the log of fetches, overrides and messages", in: .watching, keys: ["L"],
        twin: .command("experiments log"), synonyms: ["errors", "events"],
        whyNot: { $0.log.entries.isEmpty ? "nothing has happened yet" : nil },
        run: { [.open(LogPanel($0))] })
    static let messages: Command = Command(
        "messages", title: "Show what was said so far, in the log", in: .watching, keys: ["!"],
        twin: .command("experiments log"),
        whyNot: { $0.log.entries.isEmpty ? "nothing has happened yet" : nil }, run: { [.open(LogPanel($0))] })
}
