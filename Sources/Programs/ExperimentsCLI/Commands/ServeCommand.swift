import ArgumentParser
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsProject
import ExperimentsServer
import Foundation

struct ServeCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve current values to apps (OFREP)",
        discussion: """
            Serves the effective value of every declared key, including overrides, to OpenFeature providers (OFREP \
            0.3) at /ofrep/v1, and notifies them of changes. If the source has values per user, they are \
            those of the provider's context. Further sources (--also) are served at \
            /NAME/ofrep/v1. /health reports whether all sources were fetched; /metrics is for Prometheus. Linked apps \
            (`experiments link`) follow their overrides at /experiments/v1, described by /experiments/v1/openapi.json.

            Listens on this machine only, unless --host is given, and prints its address and each request. Options \
            override `serve:` in the project file. Follows changes to the source, to overrides and to declared keys, \
            and notifies the web hooks of the project file. Stops when interrupted, after sending pending responses.

            A fault is [TARGET/]EFFECT[:PART][*TIMES]. Targets: any, fetch (responses), realtime (streams). Effects: a \
            status such as 429 or 503,retry-after=30; hang; truncated; oversized=BYTES; delay=200ms; for realtime also \
            end-of-stream=5s.
            """)
    static let examples: KeyValuePairs = [
        "experiments serve": "Serve the project to apps on this machine",
        "experiments serve --host 0.0.0.0 --token \"$SERVE_TOKEN\"":
            "Serve the project to phones in the same network",
        "experiments serve --host 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem":
            "Serve the project over https",
        "experiments serve --port 0 --json": "Serve the project on any free port, for a script",
    ]

    @Option(
        help: ArgumentHelp(
            "Port; 0 for any free port (default: set by the project file, else \(ServingDefaults.port))",
            valueName: "port"))
    var port: UInt16?

    @Option(
        help: ArgumentHelp(
            "Address to listen on; --token is required unless it is loopback", valueName: "address"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "Address at which apps reach the server behind a proxy, for example https://example.com/flags",
            valueName: "url"),
        transform: { try URL.publicAddress(argument: $0) })
    var publicURL: URL?

    @Option(
        help: ArgumentHelp(
            "Token that requests must send as bearer token or X-API-Key (default: "
                + "$\(ServingDefaults.tokenVariable), which is not visible in the list of processes)",
            valueName: "text"))
    var token: String?

    @OptionGroup var tls: CertificateOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Web pages that may send requests besides those of this machine, for example https://shop.example; * for all",
            valueName: "origin"),
        transform: { try AllowedOrigin(argument: $0) })
    var allowOrigin: [AllowedOrigin] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Additional host names that apps may use without a token, for example host.docker.internal",
            valueName: "name"),
        transform: { try WebPageRule.host(argument: $0) })
    var allowHost: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Further sources to serve at /NAME/ofrep/v1", valueName: "name"),
        completion: .sources)
    var also: [String] = []

    @Flag(help: "Serve undeclared keys too")
    var undeclared = false

    @Option(help: ArgumentHelp("Time between fetches: 30s, 5m or off", valueName: "time"))
    var every: RefreshInterval?

    @Option(
        help: ArgumentHelp(
            "Refuse to serve values older than this while the source cannot be reached, for example 24h (default: set "
                + "by the project file, else any age)",
            valueName: "time"))
    var maxStale: Duration?

    @Option(
        help: ArgumentHelp("Make requests fail, for example 429:0.1 (repeatable)", valueName: "fault"),
        transform: { try FaultText(forServing: $0) })
    var fail: [FaultText] = []

    @Option(
        help: ArgumentHelp(
            "Delay responses, for example 200ms or fetch/2s:0.5 (repeatable)", valueName: "delay"),
        transform: { try FaultText(delayForServing: $0) })
    var delay: [FaultText] = []

    @Flag(help: "Don't print requests")
    var quiet = false

    @Flag(
        help: "Send variables and changed values to other machines that the project file names without asking"
    )
    var yes = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        OpenFileLimit.raise()
        var settings = try persona.settings(options)
        settings.sending = yes ? .all : .none
        let session = try ProjectSession.opened(settings, watching: true)
        let serving = session.serving ?? ProjectServing()
        let served = try ServedProject(
            session, try configuration(serving), further: also.isEmpty ? serving.sources : also,
            servesUndeclared: undeclared || serving.servesUndeclared,
            oldestStale: maxStale ?? serving.oldestStale,
            by: OverrideOrigin(author: Environment.author, program: "experiments serve"))
        let hooks = ProjectHooks(session, settings)
        for problem in hooks.problems { StandardError.report(problem, as: "note") }
        if session.warehouse != nil { StandardError.line("note: \(ProjectEvents.wordsOnWarehouse)") }
        var loop = ServeLoop(
            session, served, interval: every.map(\.duration) ?? session.refreshInterval,
            showsRequests: !quiet,
            hooks: HookReporter(of: session, hooks.hooks, settings), settings: settings)
        try loop.run()
    }

    private func configuration(_ serving: ProjectServing) throws -> ServerConfiguration {
        var serving = serving
        if let host { serving.host = host }
        if let port { serving.port = port }
        if let publicURL { serving.publicURL = publicURL }
        let shown = token.map(Secret.withoutFinalLineEnd) ?? Environment.secret(ServingDefaults.tokenVariable)
        // In that case, the token in the project file is not needed.
        if shown != nil { serving.token = nil }
        var configuration = try ServerConfiguration(serving, in: ProcessInfo.processInfo.environment)
        if let shown { configuration.token = ServerToken(shown) }
        if let certificate = try tls.certificate() { configuration.certificate = certificate }
        if !allowOrigin.isEmpty || !allowHost.isEmpty {
            let origins =
                allowOrigin.isEmpty ? serving.allowedOrigins.compactMap { AllowedOrigin($0) } : allowOrigin
            configuration.webPages = WebPageRule(origins, hosts: allowHost + (serving.publicURL?.hosts ?? []))
        }
        configuration.faults = (fail + delay).map(\.fault)
        try configuration.host.check(token: configuration.token?.secret)
        if let warning = configuration.certificate?.warning(at: Date()) {
            StandardError.line("warning: \(warning)")
        }
        return configuration
    }
}
