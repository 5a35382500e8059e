import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

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
