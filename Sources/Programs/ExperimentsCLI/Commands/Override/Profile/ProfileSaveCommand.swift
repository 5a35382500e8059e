import ArgumentParser
import ExperimentsCore
import Foundation

/// Keeps the overrides under a name.
struct ProfileSaveCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep the overrides, as they are now, as a profile.")
    static let examples = [
        CommandExample("experiments override profile save \"QA checkout\"", "Keep the overrides under a name")
    ]

    @Argument(help: "The name of the profile, for example \"QA checkout\".") var name: String

    @Flag(help: "Replace another profile of this name.") var replace = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try ProfileShelf.checked(name)
        let shelf = try ProfileShelf(options.settings)
        let profile = try OverrideProfile(
            name: name, overrides: shelf.ownOverrides(), author: Environment.author, savedAt: Date())
        try shelf.save(profile, replacing: replace)
        let count = profile.overrides.entries.count
        try ProfilePrinter(options.settings).print(
            "saved \(name) with \(count == 1 ? "1 override" : "\(count) overrides")",
            ("path", .string(shelf.store.path(of: name))), ("profile", ProfileDocument(profile).json))
    }
}
