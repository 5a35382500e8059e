import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

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
