import FirebaseConfig
import FirebaseTemplates

/// A project of the emulator.
public struct EmulatedProject: Sendable {
    /// The ID of the project, for example `demo-shop`.
    public var projectID: String
    /// The project's number. Clients may use either.
    public var projectNumber: String
    /// The only API key accepted; nil for any.
    public var apiKey: String?
    /// The only service account that may read and publish templates; nil for any, and for the access token `owner`.
    public var serviceAccount: TrustedServiceAccount?
    /// The template of the namespace `firebase`; nil if none was published.
    public var template: RemoteConfigTemplate?
    /// The path of a file with the template, which is read at the start, and again whenever it changes.
    public var templatePath: String?
    /// The compiled template of the namespace `firebase-server`; nil if none was published.
    public var serverTemplate: RemoteConfigTemplate?
    /// The path of a file with the server template, which is read at the start, and again whenever it changes.
    public var serverTemplatePath: String?
    /// Whether template files may be missing or empty. In that case, nothing is published until they exist.
    public var mayLackFiles = false
    /// The last version of each template that an earlier run announced. This run continues above it, because apps
    /// ignore announcements of versions that are not newer than theirs.
    public var lastVersions: [TemplateNamespace: Int64] = [:]
    /// The experiments and rollouts of the console. Those in the template are added.
    public var studies: [Study] = []
    /// The experiments in which every installation takes part.
    public var experiments: [ExperimentDescription]

    /// Creates a project.
    public init(
        projectID: String, projectNumber: String = "123456789012", apiKey: String? = nil,
        serviceAccount: TrustedServiceAccount? = nil,
        template: RemoteConfigTemplate? = nil, templatePath: String? = nil,
        serverTemplate: RemoteConfigTemplate? = nil,
        serverTemplatePath: String? = nil, experiments: [ExperimentDescription] = []
    ) {
        self.projectID = projectID
        self.projectNumber = projectNumber
        self.apiKey = apiKey
        self.serviceAccount = serviceAccount
        self.template = template
        self.templatePath = templatePath
        self.serverTemplate = serverTemplate
        self.serverTemplatePath = serverTemplatePath
        self.experiments = experiments
    }
}
