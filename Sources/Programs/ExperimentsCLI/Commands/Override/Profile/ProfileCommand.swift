import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct ProfileCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Save and load sets of overrides",
        discussion: """
            A profile contains values, whether they are on, and notes, but no expiry and no authors. Profiles are \
            files in `profiles` next to the overrides file, and can be shared as a file or as one line. With --team, \
            they are stored in the team's store.
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileLoadCommand.self, ProfileListCommand.self,
            ProfileShowCommand.self,
            ProfileDiffCommand.self, ProfileExportCommand.self, ProfileImportCommand.self,
            ProfileDeleteCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments override profile save \"QA checkout\"": "Save the current overrides",
        "experiments override profile load \"QA checkout\"": "Set them again",
    ]
}

struct ProfileDeleteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a profile",
        discussion: """
            Overrides are not changed.
            """)
    static let examples: KeyValuePairs = ["experiments override profile delete \"QA checkout\"": "Delete it"]

    @Argument(help: "Name of the profile", completion: .profiles) var name: String

    @Flag(help: "Delete it from the team's store") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try OverrideProfile.check(name: name)
        let profiles = try OpenedProfiles(options.settings)
        guard !team else {
            try profiles.make(.deleteProfile(name))
            return try options.settings.printChange(["deleted": name], else: "deleted \(name) of the team")
        }
        try profiles.library.delete(named: name)
        try options.settings.printChange(["deleted": name], else: "deleted \(name)")
    }
}

struct ProfileDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what loading a profile would change")
    static let examples: KeyValuePairs = [
        "experiments override profile diff \"QA checkout\"": "Show what loading it would change"
    ]

    @Argument(help: "Name of the profile", completion: .profiles) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profiles = try OpenedProfiles(options.settings)
        let difference = OverrideSetDifference(
            from: try profiles.ownOverrides(), to: try profiles.library.profile(named: name).overrides)
        try difference.print(options, of: name)
    }
}

struct ProfileShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the overrides of a profile")
    static let examples: KeyValuePairs = [
        "experiments override profile show \"QA checkout\"": "Show its overrides"
    ]

    @Argument(help: "Name of the profile", completion: .profiles) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profile = try OpenedProfiles(options.settings).library.profile(named: name)
        let overrides = profile.overrides.names.compactMap { name in
            profile.overrides[name].map { (name, $0) }
        }
        let table = Table(["KEY": 60, "STATE": 5, "VALUE": 60, "NOTE": 120], of: overrides) {
            name, override in
            [
                .init(name), .init(override.isEnabled ? "on" : "off"),
                .init(override.value.isEmpty ? "\"\"" : override.value), .init(override.note ?? ""),
            ]
        }
        try options.settings.print(["profile": profile.document], else: table)
    }
}

struct ProfileExportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a profile as a line or a file",
        discussion: """
            Prints one line for a chat or a ticket, or writes a file. Use `experiments override profile import` to \
            import either. The line has a checksum, so a truncated line is detected.
            """
    )
    static let examples: KeyValuePairs = [
        "experiments override profile export \"QA checkout\"": "Print a line to paste into a chat",
        "experiments override profile export \"QA checkout\" --file qa.json": "Write a file",
    ]

    @Argument(help: "Name of the profile", completion: .profiles) var name: String

    @Option(help: ArgumentHelp("Write JSON to this file instead", valueName: "path"), completion: .file())
    var file: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profile = try OpenedProfiles(options.settings).library.profile(named: name)
        if let file {
            try AtomicFile.write(profile.documentBytes, to: file, limit: OverrideProfileStore.sizeLimit)
            return try options.settings.printChange(["path": file], else: "wrote \(file)")
        }
        // A single line for copying, which is never cut.
        guard options.json else { return try StandardOutput.whole(profile.shareText) }
        try options.settings.print(["name": name, "line": profile.shareText], else: profile.shareText)
    }
}

struct ProfileSaveCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the overrides as a profile")
    static let examples: KeyValuePairs = [
        "experiments override profile save \"QA checkout\"": "Save the overrides as a profile",
        "experiments override profile save \"QA checkout\" --team": "Save them for the whole team",
    ]

    @Argument(help: "Name of the profile, for example \"QA checkout\"") var name: String

    @Flag(help: "Replace a profile with this name") var replace = false

    @Flag(help: "Save it in the team's store") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try OverrideProfile.check(name: name)
        let profiles = try OpenedProfiles(options.settings)
        let profile = try OverrideProfile(
            name: name, overrides: profiles.ownOverrides(), author: Environment.author, savedAt: Date())
        let count = profile.overrides.entries.count
        let words = "saved \(name) with \(CountText.count(count, "override"))"
        guard !team else {
            try profiles.make(.saveProfile(profile, replaces: replace))
            return try options.settings.printChange(
                ["profile": profile.document], else: words + " for the team")
        }
        try profiles.library.save(profile, replacing: replace)
        try options.settings.printChange(
            ["path": profiles.library.store.path(of: name), "profile": profile.document], else: words)
    }
}

struct ProfileListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List profiles")
    static let examples: KeyValuePairs = ["experiments override profile list": "List the profiles"]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let library = try OpenedProfiles(options.settings).library
        let listing = try library.store.list()
        for problem in listing.problems { StandardError.line("note: \(problem)") }
        let listed = listing.profiles.map { ($0, false) } + library.shared.map { ($0, true) }
        let table = Table(["PROFILE": 80, "OVERRIDES": 9, "AUTHOR": 20, "SAVED": 20], of: listed) {
            profile, isTeams in
            [
                .init(profile.name + (isTeams ? " (team)" : "")),
                .init(String(profile.overrides.entries.count)),
                .init(profile.author ?? ""),
                .init(profile.savedAt.map { RFC3339.text(of: $0) } ?? ""),
            ]
        }
        let document: Document = [
            "folder": library.store.folder, "profiles": listing.profiles.map(\.document),
            "team": library.shared.map(\.document), "problems": listing.problems.map { "\($0)" },
        ]
        try options.settings.print(document, else: table, ifEmpty: "no profiles in \(library.store.folder)")
    }
}

struct ProfileLoadCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Set the overrides of a profile",
        discussion: """
            Replaces the current overrides. Asks before it removes or changes an override, and prints what it changes. \
            Use `diff` to show the changes first.
            """)
    static let examples: KeyValuePairs = [
        "experiments override profile load \"QA checkout\"":
            "Replace the overrides with those of the profile",
        "experiments override profile load \"QA checkout\" --merge --yes":
            "Add them to the overrides without a question",
    ]

    @Argument(help: "Name of the profile", completion: .profiles) var name: String

    @Flag(help: "Keep the overrides of other keys") var merge = false

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profiles = try OpenedProfiles(options.settings)
        let profile = try profiles.library.profile(named: name)
        let (edit, difference) = try profiles.target.verbs(at: Date()).load(profile, keepsOthers: merge)
        let lost = difference.changes.count { $0.before != nil }
        if lost > 0, !yes {
            try confirm(lost, profiles.target.path)
        } else {
            OverrideTarget.announce("changing the overrides of", difference.changes.map(\.name))
        }
        // Overrides that were added after the question stay.
        try profiles.target.change(edit.title, by: "override profile load") { _ in edit }
        try difference.print(options, of: name)
    }

    private func confirm(_ count: Int, _ path: String) throws {
        let overrides = CountText.count(count, "override")
        try Question(
            text: "Loading \(name) removes or changes \(overrides) in \(path). Continue",
            reason: "loading \(name) removes or changes \(overrides)",
            advice:
                "Use --yes to load it without a question, or `experiments override profile diff` to show the changes."
        ).ask()
    }
}

struct ProfileImportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a profile from a line or a file",
        discussion: """
            Saves the profile without setting its overrides; use `experiments override profile load` to set them. A \
            file of overrides can be imported, too.
            """
    )
    static let examples: KeyValuePairs = [
        "experiments override profile import qa.json --name \"QA checkout\"": "Import a profile from a file",
        "pbpaste | experiments override profile import -": "Import a profile from a line",
    ]

    @Argument(help: ArgumentHelp("Line, path of a file, or - for standard input", valueName: "line-or-file"))
    var origin: String

    @Option(help: ArgumentHelp("Name to save it with", valueName: "name")) var name: String?

    @Flag(help: "Replace a profile with this name") var replace = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if let name { try OverrideProfile.check(name: name) }
        var profile = try profile()
        if let name { profile.name = name }
        try OpenedProfiles(options.settings).library.save(profile, replacing: replace)
        let count = profile.overrides.entries.count
        try options.settings.printChange(
            ["profile": profile.document],
            else: "imported \(profile.name) with \(CountText.count(count, "override"))")
    }

    private func profile() throws -> OverrideProfile {
        guard origin != "-" else { return try read(Array(FileHandle.standardInput.readDataToEndOfFile())) }
        guard access(origin, F_OK) == 0 else {
            guard OverrideProfile.isShareText(origin) else { throw notProfile("no such file") }
            return try read(Array(origin.utf8))
        }
        return try read(try FileBytes.read(origin, limit: OverrideProfileStore.sizeLimit))
    }

    private func read(_ bytes: [UInt8]) throws -> OverrideProfile {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            if OverrideProfile.isShareText(text) { return try OverrideProfile(shareText: text) }
            let fallback = (PathText.name(of: origin) as NSString).deletingPathExtension
            return try OverrideProfile(parsing: bytes, named: origin == "-" ? "imported" : fallback)
        } catch let problem as OverrideDocumentProblem {
            throw notProfile("\(problem)")
        }
    }

    private func notProfile(_ reason: String) -> CommandProblem {
        CommandProblem(
            "\(Quotation.of(origin)) is not a profile: \(reason)",
            advice: "A profile is a line that begins with experiments1, or a JSON file of overrides.")
    }
}
