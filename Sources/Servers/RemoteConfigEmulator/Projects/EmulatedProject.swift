import FirebaseConfig
import FirebaseTemplates

/// A project that the emulator pretends to be.
public struct EmulatedProject: Sendable {
    /// The project's id.
    public var projectID: String
    /// The project's number. Clients may use either.
    public var projectNumber: String
    /// The only API key accepted; nil for any.
    public var apiKey: String?
    /// The only service account that may read and publish templates; nil for any, and for the access token `owner`.
    public var serviceAccount: TrustedServiceAccount?
    /// The template of the `firebase` namespace; nil where nothing was ever published.
    public var template: RemoteConfigTemplate?
    /// The path of a file that holds the template; it is read at the start, and again whenever it changes.
    public var templatePath: String?
    /// The compiled template of the `firebase-server` namespace; nil where nothing was ever published.
    public var serverTemplate: RemoteConfigTemplate?
    /// The path of a file that holds the server template; it is read at the start, and again whenever it changes.
    public var serverTemplatePath: String?
    /// Whether template files may not be there yet: nothing is published then until they are.
    public var mayLackFiles = false
    /// The experiments that every installation takes part in.
    public var experiments: [ExperimentDescription]

    /// A project.
    public init(
        projectID: String, projectNumber: String = "123456789012", apiKey: String? = nil,
        serviceAccount: TrustedServiceAccount? = nil,
        template: RemoteConfigTemplate? = nil, templatePath: String? = nil, serverTemplate: RemoteConfigTemplate? = nil,
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
