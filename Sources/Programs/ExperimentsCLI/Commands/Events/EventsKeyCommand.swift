import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import ExperimentsServer
import Foundation

struct EventsKeyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the client key with which GrowthBook's tracking plugin may send events.",
        discussion: """
            Where the server asks for a token, the plugin has to show this key, which follows from the token and lets in \
            events alone: its ingestorHost is the server's address, its clientKey this. The token is that of the project \
            file, or of \(ServingDefaults.tokenVariable). A server without a token asks for no key.
            """)
    static let examples = [CommandExample("experiments events key", "Print the key for a web page's settings")]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        guard let located = try LocatedProject(options.settings) else { throw CommandProblem.noProject }
        let environment = ProcessInfo.processInfo.environment
        let text =
            try Environment[ServingDefaults.tokenVariable] ?? located.project.serving?.token?.reveal(in: environment)
        guard let key = ServerToken(text ?? "").flatMap(TrackingPart.key) else {
            throw CommandProblem(
                "the server asks for no token, and so for no key",
                advice: "Name one under `serve:` in the project file, or in \(ServingDefaults.tokenVariable).")
        }
        if options.json {
            try StandardOutput.document(["clientKey": key.secret])
        } else {
            try StandardOutput.line(StyledText(key.secret))
        }
    }
}
