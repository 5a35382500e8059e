import ArgumentParser
import ExperimentsMCP
import ExperimentsProject
import ExperimentsSupport
import Foundation

struct MCPCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Serve this project to an assistant (Model Context Protocol)",
        discussion: """
            Speaks the Model Context Protocol on standard input and output, so that an assistant in an editor can list \
            keys, explain values, compare sources and users, read results, and find keys in the code. An assistant's \
            program starts this command; use --print-config to see how to set it up.

            The assistant can only read, unless --allow or `mcp` in the project file names more: overrides to set and \
            end overrides, publish to edit and publish the draft of a template, code to declare keys and to remove \
            keys from the code. A source whose environment is production is published to only if --allow-production \
            names it. Publishing always takes two steps: a review, and a confirmation of that review.
            """)
    static let examples: KeyValuePairs = [
        "experiments mcp --print-config claude-code": "Print how to set it up in Claude Code",
        "experiments mcp --allow overrides": "Let the assistant set overrides",
    ]

    @Option(help: ArgumentHelp("What the assistant may change (repeatable)", valueName: "what"))
    var allow: [Permission] = []

    @Option(
        help: ArgumentHelp(
            "Source in production that the assistant may publish to (repeatable)", valueName: "name"),
        completion: .sources)
    var allowProduction: [String] = []

    @Option(help: ArgumentHelp("Print the configuration for a program, and exit", valueName: "program"))
    var printConfig: AssistantProgram?

    @Flag(help: "Send variables to other machines that the project file names without asking")
    var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if let printConfig {
            let configuration = printConfig.configuration(
                program: try Self.programPath(), project: options.config, permissions: allow)
            return try StandardOutput.exact(configuration)
        }
        let settings = options.settings
        // Without a project, every call answers with an error that says how to create one.
        let project = try? LocatedProject(settings)
        let declared = project?.project.assistants ?? ProjectAssistants()
        let commands = AssistantCommands(
            project: project, timeout: settings.waits, allowsSending: yes,
            production: declared.productionSources.union(allowProduction))
        let path = project?.absolutePath
        let setting = AssistantServer.Setting(
            version: Version.text,
            permissions: Set(allow).union(declared.allowed.compactMap(Permission.init)),
            guides: Guide.shipped,
            projectText: {
                path.flatMap { try? FileBytes.read($0, limit: 4 << 20) }.flatMap(ProjectWithoutSecrets.text)
            },
            token: { Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) }) })
        AssistantLoop(AssistantServer(setting), commands).run()
    }

    private static func programPath() throws -> String {
        Bundle.main.executableURL?.path ?? "experiments"
    }
}

extension Permission: ExpressibleByArgument {}
