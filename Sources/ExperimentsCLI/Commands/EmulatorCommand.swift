import ArgumentParser
import RemoteConfigEmulator

/// Serves a template.
struct EmulatorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulator", abstract: "Serve a template the way Firebase Remote Config does.",
        discussion: """
            Listens on this machine only, and prints the address and each request. The template is a Remote Config \
            template as Firebase's console and its REST service export it; a change of the file is served at once, as \
            the next version. Point an app, or a source of kind `emulator`, at the address. Runs until it is \
            interrupted. At /active_config it answers as a backend of ActiveConfig does, with a sample for every user \
            who has no file in the --active-config folder.
            """)

    @Option(
        help: ArgumentHelp("The template to serve.", valueName: "file"), completion: .file(extensions: ["json"]))
    var template: String?

    @Option(help: "Instead of a template: a script that changes one while it is served.")
    var scenario: ScenarioName?

    @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
    var port = EmulatorDefaults.port

    @Option(help: ArgumentHelp("The id of the project to serve.", valueName: "id"))
    var project = EmulatorDefaults.projectID

    @Option(help: ArgumentHelp("The only API key to accept; any, if not given.", valueName: "key"))
    var apiKey: String?

    @Option(
        help: ArgumentHelp(
            "A folder with the ActiveConfig documents of single users: ID.json, and shared.json for nobody.",
            valueName: "folder"),
        completion: .directory)
    var activeConfig: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if template == nil, scenario == nil, activeConfig == nil {
            throw ValidationError(
                "There is nothing to serve. Name a --template file, a --scenario, or an --active-config folder.")
        }
        if template != nil, scenario != nil {
            throw ValidationError("--template and --scenario exclude one another.")
        }
    }

    func run() throws {
        let script = scenario?.scenario
        let emulator = try Emulator(
            projects: [
                EmulatedProject(
                    projectID: project, apiKey: apiKey, template: script?.first, templatePath: template)
            ], configuration: Emulator.Configuration(activeConfigFolder: activeConfig))
        try EmulatorLoop(emulator, projectID: project, port: port, script, EmulatorPrinter(options.settings)).run()
    }
}
