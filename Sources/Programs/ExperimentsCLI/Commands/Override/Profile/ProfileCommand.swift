import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct ProfileCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Keep overrides under a name, and set them all at once.",
        discussion: """
            A profile holds values, whether they are switched on, and notes; neither ends nor authors. Profiles are \
            files in `profiles` beside the overrides file, and can be shared as a file or in one line; with `--team` they \
            are kept in the store that the team shares, for everybody.
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileLoadCommand.self, ProfileListCommand.self, ProfileShowCommand.self,
            ProfileDiffCommand.self, ProfileExportCommand.self, ProfileImportCommand.self, ProfileDeleteCommand.self,
        ])
    static let examples = [
        CommandExample("experiments override profile save \"QA checkout\"", "Keep the overrides there are"),
        CommandExample("experiments override profile load \"QA checkout\"", "Set them all again"),
    ]
}

struct ProfileDeleteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a profile; the overrides stay as they are.")
    static let examples = [
        CommandExample("experiments override profile delete \"QA checkout\"", "Remove it")
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @Flag(help: "Remove it from the store that the team shares, for everybody.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try OverrideProfile.check(name: name)
        let profiles = try OpenedProfiles(options.settings)
        guard !team else {
            try profiles.make(.deleteProfile(name))
            return try ProfilePrinter(options.settings).print(
                "deleted \(name) of the team", ["deleted": name])
        }
        try profiles.library.delete(named: name)
        try ProfilePrinter(options.settings).print("deleted \(name)", ["deleted": name])
    }
}

struct ProfileDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what loading a profile would change.")
    static let examples = [
        CommandExample("experiments override profile diff \"QA checkout\"", "See first what loading it would change")
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profiles = try OpenedProfiles(options.settings)
        let difference = OverrideSetDifference(
            from: try profiles.ownOverrides(), to: try profiles.library.profile(named: name).overrides)
        try ProfilePrinter(options.settings).print(difference, of: name, OverrideProfile.alreadyLoaded(name))
    }
}

struct ProfileShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the overrides of a profile.")
    static let examples = [
        CommandExample("experiments override profile show \"QA checkout\"", "Look at what it holds")
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profile = try OpenedProfiles(options.settings).library.profile(named: name)
        guard !options.settings.json else {
            return try ProfilePrinter(options.settings).print("", ["profile": profile.document])
        }
        var table = Table(["KEY": 60, "STATE": 5, "VALUE": 60, "NOTE": 120])
        for name in profile.overrides.names {
            guard let override = profile.overrides[name] else { continue }
            table.append([
                .init(name), .init(override.isEnabled ? "on" : "off"),
                .init(override.value.isEmpty ? "\"\"" : override.value), .init(override.note ?? ""),
            ])
        }
        try table.print(PlainText(options.settings))
    }
}

struct ProfileExportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a profile in one line for a chat or a ticket, or write it to a file.",
        discussion:
            "`experiments override profile import` takes either. The line has a checksum: what is cut off on the way is noticed."
    )
    static let examples = [
        CommandExample("experiments override profile export \"QA checkout\"", "Print a line to paste into a chat"),
        CommandExample("experiments override profile export \"QA checkout\" --file qa.json", "Write a file"),
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @Option(help: ArgumentHelp("Write a JSON document to this file instead.", valueName: "path"), completion: .file())
    var file: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profile = try OpenedProfiles(options.settings).library.profile(named: name)
        if let file {
            try AtomicFile.write(profile.documentBytes, to: file, limit: OverrideProfileStore.sizeLimit)
            return try ProfilePrinter(options.settings).print("wrote \(file)", ["path": file])
        }
        // One line to be copied: never cut.
        guard options.json else { return try StandardOutput.whole(profile.shareText) }
        try ProfilePrinter(options.settings).print(
            profile.shareText, ["name": name, "line": profile.shareText])
    }
}

struct ProfileSaveCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep the overrides, as they are now, as a profile.")
    static let examples = [
        CommandExample("experiments override profile save \"QA checkout\"", "Keep the overrides under a name"),
        CommandExample("experiments override profile save \"QA checkout\" --team", "Keep them for the whole team"),
    ]

    @Argument(help: "The name of the profile, for example \"QA checkout\".") var name: String

    @Flag(help: "Replace another profile of this name.") var replace = false

    @Flag(help: "Keep it in the store that the team shares, for everybody.") var team = false

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
            return try ProfilePrinter(options.settings).print(
                words + " for the team", ["profile": profile.document])
        }
        try profiles.library.save(profile, replacing: replace)
        try ProfilePrinter(options.settings).print(
            words, ["path": profiles.library.store.path(of: name), "profile": profile.document])
    }
}

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

struct ProfileLoadCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Set the overrides of a profile, in place of those there are.",
        discussion:
            "Asks before it removes or changes an override. Prints what it changes; `diff` prints it without doing it.")
    static let examples = [
        CommandExample(
            "experiments override profile load \"QA checkout\"", "Set its overrides in place of those there are"),
        CommandExample(
            "experiments override profile load \"QA checkout\" --merge --yes", "Set them besides, without a question"),
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @Flag(help: "Keep the overrides of other keys.") var merge = false

    @Flag(help: "Do not ask.") var yes = false

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
        // What was not there when the question was asked stays.
        try profiles.target.change(edit.title, by: "override profile load") { _ in edit }
        try ProfilePrinter(options.settings).print(difference, of: name, OverrideProfile.alreadyLoaded(name))
    }

    private func confirm(_ count: Int, _ path: String) throws {
        let overrides = CountText.count(count, "override")
        try Question(
            text: "Loading \(name) removes or changes \(overrides) in \(path). Go on",
            reason: "loading \(name) removes or changes \(overrides)",
            advice: "Use --yes to do it without a question, or `experiments override profile diff` to see it."
        ).ask()
    }
}

struct ProfileImportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Keep a profile that was shared as a line or a file.",
        discussion:
            "It is kept, not set; `experiments override profile load` sets it. A file of overrides is taken for a profile, too."
    )
    static let examples = [
        CommandExample(
            "experiments override profile import qa.json --name \"QA checkout\"", "Keep a profile from a file"),
        CommandExample("pbpaste | experiments override profile import -", "Keep one that was shared as a line"),
    ]

    @Argument(help: ArgumentHelp("The line, the path of a file, or - for standard input.", valueName: "line-or-file"))
    var origin: String

    @Option(help: ArgumentHelp("The name to keep it under.", valueName: "name")) var name: String?

    @Flag(help: "Replace another profile of this name.") var replace = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if let name { try OverrideProfile.check(name: name) }
        var profile = try profile()
        if let name { profile.name = name }
        try OpenedProfiles(options.settings).library.save(profile, replacing: replace)
        let count = profile.overrides.entries.count
        try ProfilePrinter(options.settings).print(
            "imported \(profile.name) with \(CountText.count(count, "override"))",
            ["profile": profile.document])
    }

    private func profile() throws -> OverrideProfile {
        if OverrideProfile.isShareText(origin), access(origin, F_OK) != 0 { return try read(Array(origin.utf8)) }
        let path = origin == "-" ? "/dev/stdin" : origin
        guard origin != "-" else { return try read(Array(FileHandle.standardInput.readDataToEndOfFile())) }
        return try read(try FileBytes.read(path, limit: OverrideProfileStore.sizeLimit))
    }

    private func read(_ bytes: [UInt8]) throws -> OverrideProfile {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            if OverrideProfile.isShareText(text) { return try OverrideProfile(shareText: text) }
            let fallback = (PathText.name(of: origin) as NSString).deletingPathExtension
            return try OverrideProfile(parsing: bytes, named: origin == "-" ? "imported" : fallback)
        } catch let problem as OverrideDocumentProblem {
            throw CommandProblem(
                "\(origin.prefix(60)) holds no profile: \(problem)",
                advice: "A profile is a line that begins with experiments1, or a JSON file of overrides.")
        }
    }
}
