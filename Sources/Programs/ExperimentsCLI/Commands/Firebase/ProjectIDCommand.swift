import ArgumentParser
import GoogleServiceAccount

/// Prints the project of a service account.
struct ProjectIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project-id", abstract: "Print the id of the project that a service account belongs to.")

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try ValuePrinter(asJSON: global.json).print(keyFile.key().projectID, as: "projectId")
    }
}
