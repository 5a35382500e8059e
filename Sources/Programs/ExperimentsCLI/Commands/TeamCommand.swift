import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import Foundation

struct TeamCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Show the team's status and recent changes",
        discussion: """
            The team's store is the etcd cluster under `overrides: {etcd: …}` in the project file. States: \
            `connected`; `read only` if it accepts no changes, for example because most of its members are down; \
            `alone` if no member responds, so that the last known overrides are used, if there are any.
            """,
        subcommands: [TeamAcceptCommand.self])
    static let examples: KeyValuePairs = [
        "experiments team": "Show who is online and recent changes",
        "experiments team --json": "Print it for a script",
    ]

    @Option(help: ArgumentHelp("Maximum number of changes", valueName: "number")) var limit = 10

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("invalid --limit \(limit): expected 0 or more") }
    }

    func run() throws {
        let located = try LocatedProject(options.settings)
        guard let team = try TeamConnection.store(options.settings, located) else {
            throw CommandProblem.noTeam
        }
        let problem = try Progress.wait("Asking the team's store", within: options.waits) {
            () -> OverrideStoreProblem? in
            await team.survey()
            // If no member answers, reading would only take longer.
            guard team.view.status.state != .alone else { return nil }
            do {
                try await team.read()
                return nil
            } catch let problem as OverrideStoreProblem {
                return problem
            }
        }
        let view = team.view
        if options.json { return try StandardOutput.document(document(of: team, view, problem)) }
        try StandardOutput.lines(lines(of: team, view, problem))
    }

    private func lines(of team: TeamStore, _ view: TeamView, _ problem: OverrideStoreProblem?) -> [StyledText]
    {
        let style = PlainText(options.settings)
        let status = view.status
        let isWell = status.state == .connected
        var lines: [StyledText] = []
        lines.append("\(style.shown(team.place))")
        let reason = status.reason ?? problem?.description
        lines.append(
            "\(style.shown(status.state.rawValue, ink: isWell ? .green : .yellow)), \(status.memberWords)"
                + (isWell ? "" : reason.map { ": \(style.shown($0))" } ?? ""))
        if status.state == .alone { lines.append("\(view.consequence)") }
        for member in status.members {
            let name = member.name.map { "\($0)  " } ?? ""
            let words = member.problem ?? "\(member.version ?? "")\(member.isLeader ? "  leader" : "")"
            lines.append("  \(style.shown(name + member.address))  \(style.shown(words))")
        }
        lines.append(view.people.isEmpty ? "no one is online" : "online now:")
        for person in view.people {
            let host = person.host.map { " at \($0)" } ?? ""
            lines.append("  \(style.shown("\(person.name)\(host)  \(person.activity)"))")
        }
        let steps = view.journal.steps.suffix(limit).reversed()
        if !steps.isEmpty { lines.append("recent changes:") }
        for step in steps {
            lines.append("  \(style.shown("\(RFC3339.text(of: step.at))  \(step.sentence)"))")
        }
        for note in view.notes { lines.append("skipped: \(style.shown(note, ink: .yellow))") }
        return lines
    }

    /// `{"store", "state", "reason", "known", "members", "people", "steps", "leftOut", "skipped"}`.
    private func document(of team: TeamStore, _ view: TeamView, _ problem: OverrideStoreProblem?) -> Document
    {
        [
            "store": team.place, "state": view.status.state.rawValue,
            "reason": view.status.reason ?? problem?.description,
            "known": view.isKnown,
            "members": view.status.members.map { member -> Document in
                [
                    "address": member.address, "name": member.name, "version": member.version,
                    "leads": member.isLeader, "databaseBytes": member.databaseBytes,
                    "problem": member.problem,
                ]
            },
            "people": view.people.map(\.json),
            "steps": view.journal.steps.suffix(limit).reversed().map(\.document), "leftOut": view.notes,
            "skipped": view.notes,
        ]
    }
}

struct TeamAcceptCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a cluster that was created again",
        discussion: """
            A cluster that was created again, for example from a snapshot, has a new identity. This machine reads \
            nothing from it until you accept it, because its overrides could be those of another team. Accepting it \
            replaces the data that this machine has stored from the previous cluster.
            """)
    static let examples: KeyValuePairs = ["experiments team accept": "Accept the new cluster (asks first)"]

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let located = try LocatedProject(options.settings)
        // Without stored consent, any cluster is accepted.
        guard let located, let team = try TeamConnection.store(options.settings, located, remembering: false)
        else {
            throw CommandProblem.noTeam
        }
        try Progress.wait("Asking the team's store", within: options.waits) { try await team.read() }
        let count = CountText.count(team.view.journal.steps.count, "change")
        try Question(
            text: "Accept the store \(team.place) as it is now, with \(count) in its journal",
            reason: "team accept replaces the data that this machine has stored from the previous cluster",
            advice: "Use --yes to accept it without a question.", refusal: "nothing was changed"
        ).ask(unless: yes)
        let memory = TeamConnection.memoryPath(
            besideOverridesAt: located.shown(located.project.overridesPath))
        guard unlink(memory) == 0 || errno == ENOENT else {
            throw CommandProblem("\(memory) cannot be removed: \(String(cString: strerror(errno)))")
        }
        guard let team = try TeamConnection.store(options.settings, located) else {
            throw CommandProblem.noTeam
        }
        try Progress.wait("Asking the team's store", within: options.waits) { try await team.read() }
        team.finishKeeping()
        try options.settings.printChange(
            ["store": team.place, "accepted": true],
            else: "accepted \(team.place), with \(count) in its journal")
    }
}
