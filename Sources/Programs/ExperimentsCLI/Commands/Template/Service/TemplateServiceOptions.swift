import ArgumentParser
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTransport
import FirebaseTemplates
import Foundation

/// The options for the project and the account.
struct GoogleServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Project ID (default: the project of the service account, else $GOOGLE_CLOUD_PROJECT)",
            valueName: "id"))
    var project: String?

    @Option(
        help: ArgumentHelp(
            "Key file of a service account or other credentials (default: $GOOGLE_APPLICATION_CREDENTIALS)",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var serviceAccount: String?

    @Option(help: ArgumentHelp("Environment variable with an access token", valueName: "variable"))
    var accessTokenEnv: String?

    @Option(
        help: ArgumentHelp(
            "URL of the service (default: $FIREBASE_REMOTE_CONFIG_URL, else Google's)", valueName: "url"))
    var baseUrl: String?

    @Flag(help: "Send the token unencrypted to another machine") var insecure = false

    /// Whether any of the options is given.
    var isGiven: Bool {
        project != nil || serviceAccount != nil || accessTokenEnv != nil || baseUrl != nil || insecure
    }

    /// - Parameter keyFile: the path of credentials from an argument.
    func client(of namespace: TemplateNamespace = .client, keyFile: String? = nil) throws -> TemplateClient {
        let url = try URL(ofTemplates: baseUrl, named: "--base-url")
        let credentials = try TemplateCredentials(
            token: try TemplateCredentials.token(in: accessTokenEnv), file: keyFile ?? serviceAccount,
            for: url,
            orElse: "Use --service-account FILE or --access-token-env VARIABLE")
        if !insecure {
            try url.refuseClearText(advice: "Use an https URL, or --insecure to send the token unencrypted.")
        }
        return try Self.client(
            of: project, namespace, at: url, credentials, advice: "Use --project to set it.")
    }

    /// Returns a client for a project, or for the one named by the account or the environment.
    ///
    /// - Parameter advice: the advice if there is no project.
    static func client(
        of project: String?, _ namespace: TemplateNamespace, at url: URL, _ credentials: TemplateCredentials,
        over transport: SystemTransport = SystemTransport(), advice: String
    ) throws(CommandProblem) -> TemplateClient {
        let named = Environment["GOOGLE_CLOUD_PROJECT"] ?? Environment["GCLOUD_PROJECT"]
        guard let project = project ?? credentials.projectID ?? named, !project.isEmpty else {
            throw CommandProblem("no project ID", advice: advice)
        }
        return TemplateClient(
            project: project, namespace: namespace, baseURL: url, tokens: credentials.tokens,
            quotaProject: credentials.quotaProject, transport: transport)
    }
}

/// The same options for commands on one of a project's two templates.
struct TemplateServiceOptions: ParsableArguments {
    @OptionGroup var google: GoogleServiceOptions

    @Flag(help: "Use the template for servers instead of the one for apps") var server = false

    /// Whether any of the options is given.
    var isGiven: Bool { google.isGiven || server }

    var namespace: TemplateNamespace { server ? .server : .client }

    func client() throws -> TemplateClient { try google.client(of: namespace) }

    /// Returns the versioned template for a command: that of these options, otherwise that of the project's source.
    ///
    /// - Throws: `CommandProblem` if the settings name a source without versions.
    func versionedOrigin(_ settings: Settings) throws -> TemplateOrigin {
        let sources = try isGiven ? [] : LocatedProject(settings)?.project.sources ?? []
        if settings.source != nil || sources.contains(where: { TemplateWorkspace.kinds.contains($0.kind) }) {
            let origin = try TemplateWorkspace.opened(settings).workspace.origin
            if origin.hasVersions { return origin }
            guard settings.source == nil else { throw CommandProblem.withoutVersions(origin) }
        }
        return .service(try client())
    }
}

/// The experiments and rollouts that an edit may end.
struct EndingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Allow this experiment to end; repeatable", valueName: "id"))
    var endExperiment: [String] = []

    @Option(help: ArgumentHelp("Allow this rollout to end; repeatable", valueName: "id"))
    var endRollout: [String] = []

    var studies: [StudyReference] {
        endExperiment.map { StudyReference(.experiment, id: $0) }
            + endRollout.map { StudyReference(.rollout, id: $0) }
    }
}

extension URL {
    /// Creates the base URL of the template service, before `/v1/projects/…`.
    ///
    /// - Parameters:
    ///   - text: the requested URL; nil for the one in the environment, otherwise that of Google.
    ///   - name: the name of the option for errors.
    init(ofTemplates text: String?, named name: String) throws(CommandProblem) {
        let given = text.map { (name: name, text: $0) } ?? Self.templatesInEnvironment
        let text = given?.text ?? TemplateClient.googleBaseURL
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false, url.user == nil, url.password == nil
        else {
            throw CommandProblem(
                "invalid \(given?.name ?? name): expected a URL without a user name, such as http://127.0.0.1:9199"
            )
        }
        self = url
    }

    /// Throws an error for an address without TLS, because everyone on the way could read the token.
    func refuseClearText(advice: String) throws(CommandProblem) {
        guard scheme == "https" || host?.namesThisMachine == true else {
            throw CommandProblem(
                "the access token would be sent to \(host ?? "the service") unencrypted", advice: advice)
        }
    }

    private static var templatesInEnvironment: (name: String, text: String)? {
        for name in ["FIREBASE_REMOTE_CONFIG_URL", "FIREBASE_REMOTE_CONFIG_URL_BASE"] {
            if let text = Environment[name] { return (name, text) }
        }
        return nil
    }
}
