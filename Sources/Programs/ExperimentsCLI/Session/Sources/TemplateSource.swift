import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTransport
import FirebaseTemplates
import Foundation

extension SourceKeeper {
    /// A template, evaluated on this machine.
    static let firebaseTemplate = SourceKeeper { (settings: TemplateSourceSettings, site) in
        TemplateRemoteConfigKeeper(
            try TemplateOrigin(settings, named: site.name, in: site.located, over: site.transport),
            persona: SourcePersona(fields: settings.persona), watcher: site.watcher)
    }
}

extension TemplateOrigin {
    /// Creates the origin of the template of a source.
    init(
        _ settings: TemplateSourceSettings, named name: String, in located: LocatedProject,
        over transport: SystemTransport
    ) throws {
        switch settings.origin {
        case .file(let path):
            let template = try DeployedTemplate.path(meantBy: path)
            self = .file(path: template, shownAs: located.shown(template))
        case .service(let project, let account, let token, let baseURL):
            let revealed = try token?.revealed(for: name, as: "the token")
            let url = try URL(ofTemplates: baseURL?.absoluteString, named: "source \(name): base_url")
            let credentials = try TemplateCredentials(
                token: revealed, file: account.map(located.shown), for: url,
                orElse: "Set `service_account` or `access_token` of source \(name)")
            try url.refuseClearText(advice: Self.clearTextAdvice)
            self = .service(
                try GoogleServiceOptions.client(
                    of: project, settings.isForServers ? .server : .client, at: url, credentials,
                    over: transport,
                    advice: "Set `project` of source \(name)."))
        }
    }

    private static let clearTextAdvice = "Use an https URL, or an emulator on this machine."

    /// Returns the origin of the template of an emulator, which accepts every token.
    static func emulator(at url: URL, project: String, over transport: SystemTransport) -> TemplateOrigin {
        let tokens = FixedAccessToken(AccessToken("owner"))
        return .service(TemplateClient(project: project, baseURL: url, tokens: tokens, transport: transport))
    }

    /// Creates the origin of the template behind a source, also that of an emulator.
    ///
    /// - Throws: `CommandProblem` for a source that has none.
    init(_ source: ProjectSource, in located: LocatedProject) throws {
        switch source.settings {
        case let settings as TemplateSourceSettings:
            try self.init(settings, named: source.name, in: located, over: source.transport(in: located))
        case let settings as EmulatorSourceSettings:
            let url = settings.url
            try url.refuseClearText(advice: Self.clearTextAdvice)
            self = .emulator(
                at: url, project: settings.project ?? EmulatorDefaults.projectID,
                over: try source.transport(in: located))
        default:
            throw CommandProblem(
                "source \(located.title(of: source)) of kind \(source.kind.name) has no template",
                advice: located.advice(naming: TemplateWorkspace.kinds))
        }
    }
}

extension TemplateWorkspace {
    /// The kinds of source that have a template to edit.
    static let kinds: Set<SourceKind> = [.firebaseTemplate, .emulator]

    /// Creates the workspace of the template of a project's source.
    ///
    /// - Throws: `CommandProblem` for a source that has none.
    init(_ source: ProjectSource, in located: LocatedProject, _ settings: Settings) throws {
        self.init(
            source: source.name, environment: source.environment,
            origin: try TemplateOrigin(source, in: located),
            besideOverridesAt: OverrideFiles(settings, located, watcher: nil).path)
    }

    /// Opens the workspace for the template of the source in the settings, or of the first source that has one.
    static func opened(_ settings: Settings) throws -> (workspace: TemplateWorkspace, project: LocatedProject)
    {
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let first = located.project.sources.first { kinds.contains($0.kind) }
        let source =
            try settings.source == nil
            ? first ?? located.source(named: nil) : located.source(named: settings.source)
        try EnvironmentConsent(located.absolutePath, settings).ask(for: source)
        return (try TemplateWorkspace(source, in: located, settings), located)
    }
}

/// The file of a template.
struct TemplateFile {
    /// The maximum size of a file in bytes.
    static let largest = 50_000_000

    /// The path, as messages write it.
    let path: String
    /// The content of the file, with blanks in place of comments.
    let bytes: [UInt8]

    /// Reads a file, or the template that `firebase.json` names.
    ///
    /// - Throws: `FileProblem`.
    init(_ named: String) throws(FileProblem) {
        path = try DeployedTemplate.path(meantBy: named)
        bytes = JSONComments.blanked(try FileBytes.read(path, limit: Self.largest))
    }

    /// Returns the template, and the problems that do not prevent reading it.
    ///
    /// - Throws: `TemplateProblems` if it cannot be read, or if `isChecked` is true and it breaks a rule of the
    ///   service.
    func template(
        for namespace: TemplateNamespace = .client, isChecked: Bool = false
    ) throws(TemplateProblems) -> (template: RemoteConfigTemplate, warnings: [TemplateProblem]) {
        let (template, problems) = TemplateValidator(namespace: namespace).read(bytes)
        let errors = problems.filter {
            $0.severity == .error && (isChecked || $0.rule == .shape || $0.rule == nil)
        }
        return (template, try Self.warnings(errors, problems, in: path))
    }

    /// Returns the warnings about replacing another template by this one, including problems that the other one also
    /// has. Members that the API does not have are ignored; see `check(_:replacing:ending:)`.
    ///
    /// - Throws: `TemplateProblems` if it breaks another rule of the service.
    func warnings(
        for namespace: TemplateNamespace, since published: RemoteConfigTemplate
    ) throws(TemplateProblems) -> [TemplateProblem] {
        let validator = TemplateValidator(namespace: namespace)
        let problems = validator.read(bytes).problems.filter { $0.rule != .unknownMember }
            .excusing(validator.problems(of: published))
        return try Self.warnings(problems.filter { $0.severity == .error }, problems, in: path)
    }

    private static func warnings(
        _ errors: [TemplateProblem], _ problems: [TemplateProblem], in path: String
    ) throws(TemplateProblems) -> [TemplateProblem] {
        guard errors.isEmpty else { throw TemplateProblems(errors, in: path) }
        return problems.filter { $0.severity == .warning }.map { $0.found(in: path) }
    }
}

extension RemoteConfigTemplate {
    /// The sizes of its parts: `12 parameters, 2 conditions, 0 groups`.
    var countWords: String {
        CountText.count(parameters.count, "parameter") + ", " + CountText.count(conditions.count, "condition")
            + ", "
            + CountText.count(groups.count, "group")
    }
}
