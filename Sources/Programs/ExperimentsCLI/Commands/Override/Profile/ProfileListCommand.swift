import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

struct ProfileListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the profiles.")
    static let examples = [
        CommandExample("experiments override profile list", "List the profiles")
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let library = try OpenedProfiles(options.settings).library
        let listing = try library.store.list()
        for problem in listing.problems { StandardError.line("note: \(problem)") }
        guard !options.settings.json else {
            return try ProfilePrinter(options.settings).print(
                "",
                [
                    "folder": library.store.folder, "profiles": listing.profiles.map(\.document),
                    "team": library.shared.map(\.document), "problems": listing.problems.map { "\($0)" },
                ])
        }
        let style = PlainText(options.settings)
        let listed = listing.profiles.map { ($0, false) } + library.shared.map { ($0, true) }
        guard !listed.isEmpty else {
            return try StandardOutput.line("no profiles in \(style.shown(library.store.folder))")
        }
        var table = Table(["PROFILE": 80, "OVERRIDES": 9, "AUTHOR": 20, "SAVED": 20])
        for (profile, isTeams) in listed {
            table.append([
                .init(profile.name + (isTeams ? " (the team's)" : "")), .init(String(profile.overrides.entries.count)),
                .init(profile.author ?? ""),
                .init(profile.savedAt.map { RFC3339.text(of: $0) } ?? ""),
            ])
        }
        try table.print(style)
    }
}
