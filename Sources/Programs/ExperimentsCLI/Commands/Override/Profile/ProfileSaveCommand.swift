import ArgumentParser
import ExperimentsCore
import ExperimentsTeam
import Foundation

/// Keeps the overrides under a name.
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
        try ProfileLibrary.checked(name)
        let library = try ProfileLibrary(options.settings)
        let profile = try OverrideProfile(
            name: name, overrides: library.ownOverrides(), author: Environment.author, savedAt: Date())
        let count = profile.overrides.entries.count
        let words = "saved \(name) with \(count == 1 ? "1 override" : "\(count) overrides")"
        let document = ("profile", ProfileDocument(profile).json)
        guard !team else {
            try library.make(.saveProfile(profile, replaces: replace))
            return try ProfilePrinter(options.settings).print(words + " for the team", document)
        }
        try library.save(profile, replacing: replace)
        try ProfilePrinter(options.settings).print(
            words, ("path", .string(library.store.path(of: name))), document)
    }
}
