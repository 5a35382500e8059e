import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

struct EmulatorCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulator", abstract: "Emulate Firebase Remote Config",
        discussion: """
            Listens on this machine only, unless --host is given, and prints its address and each request. A template \
            is a file as exported by the Firebase console or the REST API. When you change it, it is served \
            immediately as the next version, and apps that listen are notified. Without a template, the emulator \
            starts with a new project, to which you can publish. With --state, the next start continues with what was \
            published. Point an app, a source of kind `emulator`, Firebase's server SDKs or tools at the address. Runs \
            until interrupted.

            At /active_config, acts as an ActiveConfig backend, with sample values for users without a file in the \
            --active-config folder. With --growthbook, serves features to GrowthBook's SDKs at /api/features/KEY, and \
            changes at /sub/KEY.

            With --with-overrides, serves the project's overrides on top, and notifies apps when they change. With \
            --upstream, serves the values of another source instead of a template: pointed here, an app follows both \
            the real project and the dashboard.

            A fault is [TARGET/]EFFECT[:PART][*TIMES]. Targets: any, fetch, installations, realtime, admin, token, \
            active-config. Effects: a status such as 429 or 503,retry-after=30; hang; truncated; oversized=BYTES; \
            delay=200ms; for realtime also feature-disabled, retry-interval=SECONDS, end-of-stream=5s.
            """)
    static let examples: KeyValuePairs = [
        "experiments emulator --template template.json": "Serve a template to apps on this machine",
        "experiments emulator --state emulator.json": "Start a new project and store what is published",
        "experiments emulator --upstream production --with-overrides":
            "Serve the values of production with your overrides",
        "experiments emulator --growthbook features.json": "Serve features to GrowthBook's SDKs",
    ]

    @Option(
        help: ArgumentHelp("Template to serve to apps", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var template: String?

    @Option(
        help: ArgumentHelp("Template to serve to servers", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var serverTemplate: String?

    @Option(
        help: ArgumentHelp(
            "Templates of several projects: PROJECT.json, and PROJECT.server.json for servers",
            valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "Start with the content of this file, and store in it what is published (created if missing)",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Serve these experiments and rollouts, in addition to those that the template mentions",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var experiments: String?

    @Option(help: "Serve a template that a script changes")
    var scenario: ScenarioName?

    @Option(
        help: ArgumentHelp(
            "Serve the values of this source of the project file",
            valueName: "source"),
        completion: .sources)
    var upstream: String?

    @Flag(help: "Serve the overrides of the project or of --overrides on top")
    var withOverrides = false

    @Option(help: ArgumentHelp("Port; 0 for any free port", valueName: "port"))
    var port = EmulatorDefaults.port

    @Option(
        help: ArgumentHelp(
            "Address to listen on; --token is required unless it is loopback", valueName: "address"))
    var host = ListeningHost.loopback.text

    @Option(
        help: ArgumentHelp(
            "Token that requests must send as API key, bearer token or X-Emulator-Token (default: "
                + "$\(EmulatorDefaults.tokenVariable), which is not visible in the list of processes)",
            valueName: "text"))
    var token: String?

    @OptionGroup var tls: CertificateOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Web pages that may send any request, for example https://shop.example; pages of this machine may always "
                + "fetch",
            valueName: "origin"),
        transform: { try WebOrigin(argument: $0) })
    var allowOrigin: [WebOrigin] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Additional host names that clients may use, for example host.docker.internal",
            valueName: "name"),
        transform: { try WebPageRule.host(argument: $0) })
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Project ID (default: that of --upstream, else \(EmulatorDefaults.projectID))",
            valueName: "id"))
    var project: String?

    @Option(help: ArgumentHelp("Only API key to accept (default: any)", valueName: "key"))
    var apiKey: String?

    @Option(
        help: ArgumentHelp(
            "Key file of the only service account that may read and publish templates (default: any)",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"]))
    var serviceAccount: String?

    @Option(
        help: ArgumentHelp("Make requests fail, for example 429:0.1 (repeatable)", valueName: "fault"),
        transform: { try FaultText(parsing: $0) })
    var fail: [FaultText] = []

    @Option(
        help: ArgumentHelp(
            "Delay responses, for example 200ms or fetch/2s:0.5 (repeatable)", valueName: "delay"),
        transform: { try FaultText(delay: $0) })
    var delay: [FaultText] = []

    @Option(
        help: ArgumentHelp(
            "Folder with ActiveConfig documents: ID.json for a user, shared.json for requests without a user",
            valueName: "folder"),
        completion: .directory)
    var activeConfig: String?

    @Option(
        help: ArgumentHelp(
            "GrowthBook features to serve for any client key: an SDK payload, or the features only",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var growthbook: String?

    @Flag(help: "Don't print requests")
    var quiet = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        let single = template ?? serverTemplate
        if state != nil, single ?? folder ?? scenario?.rawValue ?? upstream != nil {
            throw ValidationError(
                "--state cannot be combined with --template, --server-template, --folder, --scenario or --upstream"
            )
        }
        if [single, folder, scenario?.rawValue].compactMap({ $0 }).count > 1 {
            throw ValidationError("--template, --folder and --scenario cannot be combined")
        }
        if upstream != nil, template ?? folder ?? scenario?.rawValue != nil {
            throw ValidationError("--upstream cannot be combined with --template, --folder or --scenario")
        }
        if experiments != nil, folder != nil {
            throw ValidationError("--experiments and --folder cannot be combined: the file is of one project")
        }
        if isOverriding, folder != nil {
            throw ValidationError(
                "--with-overrides and --folder cannot be combined: overrides are served for one project")
        }
        guard ListeningHost(host) != nil else {
            throw ValidationError(
                "invalid --host \(Quotation.of(host)): expected an address such as 127.0.0.1, 0.0.0.0 or ::1")
        }
    }

    func run() throws {
        let address = ListeningHost(host) ?? .loopback
        try address.check(token: secret)
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
            let folder = PathText.folder(of: path)
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
            let near = SpellingSuggestion.nearest(to: PathText.name(of: path), in: names)
            StandardError.line(
                "note: \(path) does not exist yet"
                    + (near.map { "; did you mean \(Quotation.of($0))?" } ?? "")
                    + "; waiting for it: it will be served once it exists")
        }
        let emulator = try Emulator(
            projects: projects,
            configuration: Emulator.Configuration(
                token: secret, webPages: WebPageRule(hosts: Set(allowHost), origins: Set(allowOrigin)),
                activeConfigFolder: activeConfig))
        if let growthbook { try emulator.servePayload(at: growthbook) }
        for fault in fail + delay { emulator.inject(fault.fault) }
        let certificate = try tls.certificate()
        if let warning = certificate?.warning(at: Date()) { StandardError.line("warning: \(warning)") }
        let storing = state?.follow(emulator)
        defer { storing?.cancel() }
        let loop = EmulatorLoop(
            emulator: emulator, host: address, port: port, certificate: certificate,
            scenario: script.map { ($0, projectID) }, feeding: feeding.map { ($0, projectID) },
            showsRequests: !quiet,
            printer: EmulatorPrinter(settings: options.settings))
        try loop.run()
    }

    private var secret: String? {
        let text = token.map(Secret.withoutFinalLineEnd) ?? Environment.secret(EmulatorDefaults.tokenVariable)
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether overrides are served. Naming an overrides file implies that.
    private var isOverriding: Bool { withOverrides || options.overrides != nil }

    private func projects(_ script: Scenario?, _ projectID: String, number: String?) throws
        -> [EmulatedProject]
    {
        var account: TrustedServiceAccount?
        if let serviceAccount {
            do {
                account = try TrustedServiceAccount(parsing: try FileBytes.read(serviceAccount))
            } catch let problem as MessageError {
                throw CommandProblem("\(serviceAccount):", problem)
            }
        }
        var projects = [
            EmulatedProject(
                projectID: projectID, template: script?.first,
                templatePath: try template.map { path throws(FileProblem) in
                    try DeployedTemplate.path(meantBy: path)
                },
                serverTemplatePath: serverTemplate)
        ]
        if let experiments {
            let bytes = try FileBytes.read(experiments, limit: TemplateFile.largest)
            do throws(TemplateProblem) {
                projects[0].studies = try EmulatedProject.studies(parsing: bytes)
            } catch {
                throw TemplateProblems([error], in: experiments)
            }
        }
        if let folder { projects = try TemplateFolder(folder).projects }
        for index in projects.indices {
            // A new project has no files. A file that is written later is then served.
            projects[index].mayLackFiles = true
            projects[index].apiKey = apiKey
            projects[index].serviceAccount = account
            projects[index].lastVersions = EmulatorVersions().last(of: projects[index].projectID)
            // Some clients use the project number.
            if let number, folder == nil { projects[index].projectNumber = number }
        }
        return projects
    }
}
