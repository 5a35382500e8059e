import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import FirebaseConfig
import Foundation
import RemoteConfigEmulator

struct EmulatorCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulator", abstract: "Serve templates the way Firebase Remote Config does.",
        discussion: """
            Listens on this machine only, unless --host says otherwise, and prints the address and each request. A \
            template is one of Remote Config as Firebase's console and its REST service export it; a change of its file \
            is served as the next version, and announced to the apps that listen. Without a template, the project is new: \
            publish to it. --state stores what is published, so that the next start goes on with it. Point an app, or a source of kind \
            `emulator`, at the address; Firebase's SDKs for servers and its tools, too. Runs until it is interrupted. At \
            /active_config it answers as a backend of ActiveConfig does, with a sample for every user who has no file in \
            the --active-config folder. With --growthbook it answers GrowthBook's SDKs at /api/features/KEY and, as events, \
            at /sub/KEY.

            With --with-overrides the project's overrides are served on top, and told to the apps that listen the moment \
            they are set. With --upstream the values of another source are served instead of a template's: those of the \
            real project, so that an app that is pointed here follows both the project and the dashboard.

            A fault is [TARGET/]EFFECT[:PART][*TIMES]. Targets: any, fetch, installations, realtime, admin, token, \
            active-config. Effects: a status such as 429 or 503,retry-after=30; hang; truncated; oversized=BYTES; \
            delay=200ms; and for realtime feature-disabled, retry-interval=SECONDS, end-of-stream=5s.
            """)
    static let examples = [
        CommandExample("experiments emulator --template template.json", "Serve a template to apps on this machine"),
        CommandExample(
            "experiments emulator --state emulator.json", "Start a new project, and keep what is published to it"),
        CommandExample(
            "experiments emulator --upstream production --with-overrides",
            "Serve the real project's values, with the dashboard's overrides on top"),
        CommandExample(
            "experiments emulator --growthbook features.json", "Serve features to GrowthBook's SDKs on this machine"),
    ]

    @Option(
        help: ArgumentHelp("The template to serve to apps.", valueName: "file"), completion: .file(extensions: ["json"])
    )
    var template: String?

    @Option(
        help: ArgumentHelp("The template to serve to servers.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var serverTemplate: String?

    @Option(
        help: ArgumentHelp(
            "The templates of several projects: PROJECT.json, and PROJECT.server.json for servers.",
            valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "Instead of a template: start with what is stored in this file, and store what is published. It need not "
                + "exist yet.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var state: String?

    @Option(help: "Instead of a template: a script that changes one while it is served.")
    var scenario: ScenarioName?

    @Option(
        help: ArgumentHelp(
            "Instead of a template: the values of this source of the project file, fetched again whenever it changes.",
            valueName: "source"),
        completion: .sources)
    var upstream: String?

    @Flag(help: "Serve the project's overrides, or those of --overrides, on top.")
    var withOverrides = false

    @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
    var port = EmulatorDefaults.port

    @Option(help: ArgumentHelp("The address to listen on; another than loopback needs --token.", valueName: "address"))
    var host = ListeningHost.loopback.text

    @Option(
        help: ArgumentHelp(
            "What every request has to carry, as API key, bearer token or X-Emulator-Token; also taken from "
                + "\(EmulatorDefaults.tokenVariable), which others can't see in the list of processes.",
            valueName: "text"))
    var token: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Web pages that may ask for everything, for example https://shop.example; those of this machine may fetch "
                + "as they are.",
            valueName: "origin"),
        transform: { try WebOrigin(argument: $0) })
    var allowOrigin: [WebOrigin] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Names of this machine that clients may call it by, beside localhost and addresses, for example "
                + "host.docker.internal.",
            valueName: "name"),
        transform: { try WebPageRule.host(argument: $0) })
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The id of the project to serve. Default: that of --upstream, else \(EmulatorDefaults.projectID).",
            valueName: "id"))
    var project: String?

    @Option(help: ArgumentHelp("The only API key to accept; any, if not given.", valueName: "key"))
    var apiKey: String?

    @Option(
        help: ArgumentHelp(
            "The key file of the only service account to accept for templates; any, if not given.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var serviceAccount: String?

    @Option(
        help: ArgumentHelp("Make requests fail, for example 429:0.1; may be given several times.", valueName: "fault"),
        transform: { try FaultText(parsing: $0) })
    var fail: [FaultText] = []

    @Option(
        help: ArgumentHelp(
            "Delay answers, for example 200ms or fetch/2s:0.5; may be given several times.", valueName: "delay"),
        transform: { try FaultText(delay: $0) })
    var delay: [FaultText] = []

    @Option(
        help: ArgumentHelp(
            """
            A folder with the ActiveConfig documents of single users: ID.json, and shared.json for requests without a \
            user.
            """,
            valueName: "folder"),
        completion: .directory)
    var activeConfig: String?

    @Option(
        help: ArgumentHelp(
            "Features to serve to GrowthBook's SDKs, with any client key: what GrowthBook answers, or the features alone.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var growthbook: String?

    @Flag(help: "Print no requests, only what is published and refused.")
    var quiet = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        let single = template ?? serverTemplate
        if state != nil, single ?? folder ?? scenario?.rawValue ?? upstream != nil {
            throw ValidationError(
                "--state stores what is published; it cannot be used with --template, --server-template, --folder, "
                    + "--scenario or --upstream.")
        }
        if [single, folder, scenario?.rawValue].compactMap({ $0 }).count > 1 {
            throw ValidationError("--template, --folder and --scenario exclude one another.")
        }
        if upstream != nil, template ?? folder ?? scenario?.rawValue != nil {
            throw ValidationError("--upstream takes the place of --template, --folder and --scenario.")
        }
        if isOverriding, folder != nil {
            throw ValidationError("Overrides are served for one project; --folder serves several.")
        }
        guard let host = ListeningHost(host) else {
            throw ValidationError(
                "--host must be an address such as 127.0.0.1, 0.0.0.0 or ::1, not \(Quotation.of(host))")
        }
        if !host.isLoopback, secret == nil {
            throw ValidationError(
                "Others could reach \(host.text). Choose a --token that requests have to carry, or leave --host out.")
        }
    }

    func run() throws {
        OpenFileLimit.raise()
        let script = scenario?.scenario
        let feeding =
            upstream != nil || isOverriding
            ? try EmulatorFeeding(options.settings, upstream: upstream, overriding: isOverriding) : nil
        let served = feeding?.firebaseProject
        let projectID = project ?? served?.projectID ?? EmulatorDefaults.projectID
        let state = try state.map { try EmulatorState($0) }
        var projects = try projects(script, projectID, number: served?.projectNumber)
        if let state { for index in projects.indices { state.restore(&projects[index]) } }
        for path in [template, serverTemplate].compactMap(\.self) where access(path, F_OK) != 0 {
            StandardError.line("note: \(path) does not exist yet; it is served as soon as it does")
        }
        let emulator = try Emulator(
            projects: projects,
            configuration: Emulator.Configuration(
                token: secret, webPages: WebPageRule(hosts: Set(allowHost), origins: Set(allowOrigin)),
                activeConfigFolder: activeConfig))
        if let growthbook { try emulator.servePayload(at: growthbook) }
        for fault in fail + delay { emulator.inject(fault.fault) }
        let storing = state?.follow(emulator)
        defer { storing?.cancel() }
        let loop = EmulatorLoop(
            emulator, host: ListeningHost(host) ?? .loopback, port: port, playing: script.map { ($0, projectID) },
            fedBy: feeding.map { ($0, projectID) }, showsRequests: !quiet, EmulatorPrinter(options.settings))
        try loop.run()
    }

    private var secret: String? {
        let text = token ?? Environment[EmulatorDefaults.tokenVariable]
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Naming an overrides file means that the overrides are to be served, too.
    private var isOverriding: Bool { withOverrides || options.overrides != nil }

    private func projects(_ script: Scenario?, _ projectID: String, number: String?) throws -> [EmulatedProject] {
        var account: TrustedServiceAccount?
        if let serviceAccount {
            do {
                account = try TrustedServiceAccount(parsing: try FileBytes.read(serviceAccount))
            } catch let problem as TrustedServiceAccount.Problem {
                throw CommandProblem("\(serviceAccount):", problem)
            }
        }
        var projects = [
            EmulatedProject(
                projectID: projectID, template: script?.first,
                templatePath: try template.map { path throws(FileProblem) in try DeployedTemplate.path(meantBy: path) },
                serverTemplatePath: serverTemplate)
        ]
        if let folder { projects = try TemplateFolder(folder).projects }
        for index in projects.indices {
            // A new project has none; one that is written later is served then.
            projects[index].mayLackFiles = true
            projects[index].apiKey = apiKey
            projects[index].serviceAccount = account
            projects[index].lastVersions = EmulatorVersions().last(of: projects[index].projectID)
            // Some clients ask by the number.
            if let number, folder == nil { projects[index].projectNumber = number }
        }
        return projects
    }
}
