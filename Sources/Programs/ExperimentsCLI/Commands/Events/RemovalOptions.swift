import ArgumentParser
import ExperimentEventStore
import ExperimentsCore
import ExperimentsOperator

/// The options of commands that remove events, and what these commands have in common: they say what they would remove, ask,
/// and remove it.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Do not ask.") var yes = false

    @Flag(help: "Only print what would be removed.") var dryRun = false

    /// Removes something.
    ///
    /// - Parameters:
    ///   - question: what is done, as a question without its mark.
    ///   - trying: returns what would be removed.
    ///   - removing: removes it, and returns what was removed.
    func run(
        _ question: String, command: String, _ options: GlobalOptions,
        trying: @escaping @Sendable () async throws -> EventRemoval,
        removing: @escaping @Sendable () async throws -> EventRemoval
    ) throws {
        let found = try Progress.wait("Looking for events", for: trying)
        if dryRun { return try tell(found, as: "would remove", options) }
        if !yes {
            let style = PlainText(options.settings)
            StandardError.line("\(style.shown("this removes \(words(of: found))"))")
            try Question(
                text: question, reason: "\(command) asks before it removes anything",
                advice: "Use --yes to do it without a question, or --dry-run to see what it would remove.",
                refusal: "nothing was removed"
            ).ask()
        }
        try tell(try Progress.wait("Removing events", for: removing), as: "removed", options)
    }

    private func tell(_ removal: EventRemoval, as verb: String, _ options: GlobalOptions) throws {
        guard options.json else {
            let style = PlainText(options.settings)
            return try StandardOutput.line(style.shown("\(verb) \(words(of: removal))"))
        }
        let leaving = removal.leaving.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        try StandardOutput.document([
            "removed": !dryRun, "exposures": removal.exposures, "events": removal.events, "users": removal.users,
            "leaving": Document(leaving),
        ])
    }

    /// `120 exposures and 200 events of 150 users; 100 users leave "paywall"`.
    private func words(of removal: EventRemoval) -> String {
        let leaving = removal.leaving.sorted { $0.key < $1.key }.map { experiment, users in
            "\(CountText.count(users, "user leaves", "users leave")) \(Quotation.of(experiment))"
        }
        return "\(CountText.count(removal.exposures, "exposure")) and \(CountText.count(removal.events, "event")) of "
            + CountText.count(removal.users, "user")
            + (leaving.isEmpty ? "" : "; " + leaving.joined(separator: ", "))
    }
}
