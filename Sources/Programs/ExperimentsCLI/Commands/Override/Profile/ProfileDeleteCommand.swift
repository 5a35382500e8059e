import ArgumentParser
import ExperimentsCore

/// Removes a profile.
struct ProfileDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a profile; the overrides stay as they are.")

    @Argument(help: "The name of the profile.") var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try ProfileShelf.checked(name)
        let shelf = try ProfileShelf(options.settings)
        do throws(FileProblem) {
            try shelf.store.delete(named: name)
        } catch {
            guard error.isMissing else { throw error }
            throw try shelf.missing(name)
        }
        try ProfilePrinter(options.settings).print("deleted \(name)", ("deleted", .string(name)))
    }
}
