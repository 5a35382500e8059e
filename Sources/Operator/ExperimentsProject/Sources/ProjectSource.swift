/// A source of values.
public struct ProjectSource: Sendable, Hashable {
    /// The place of the values.
    public enum Location: Sendable, Hashable {
        /// A JSON or YAML file of key and value.
        case file(path: String)
        /// Firebase Remote Config.
        case firebase(FirebaseSourceSettings)
        /// A server for Firebase's protocols on this machine.
        case emulator(EmulatorSourceSettings)
        /// A template of Firebase Remote Config, evaluated on this machine.
        case firebaseTemplate(TemplateSourceSettings)
        /// A file of flags and variants.
        case variants(VariantsSourceSettings)
        /// A backend of ActiveConfig.
        case activeConfig(ActiveConfigSourceSettings)
        /// A server for the OpenFeature Remote Evaluation Protocol.
        case ofrep(OFREPSourceSettings)
        /// Keys of an etcd cluster.
        case etcd(EtcdSourceSettings)
        /// A payload of GrowthBook, evaluated on this machine.
        case growthBook(GrowthBookSourceSettings)
    }

    /// The name; by default, the name of the kind.
    public var name: String
    /// The place of the values.
    public var location: Location
    /// The environment, for example `production`.
    public var environment: String?
    /// The colour of the environment.
    public var color: EnvironmentColor?

    /// Creates a source.
    public init(name: String, location: Location, environment: String? = nil, color: EnvironmentColor? = nil) {
        self.name = name
        self.location = location
        self.environment = environment
        self.color = color
    }

    /// The kind of source.
    public var kind: SourceKind {
        switch location {
        case .file: .file
        case .firebase: .firebase
        case .emulator: .emulator
        case .firebaseTemplate: .firebaseTemplate
        case .variants: .variants
        case .activeConfig: .activeConfig
        case .ofrep: .ofrep
        case .etcd: .etcd
        case .growthBook: .growthBook
        }
    }
}

/// The kinds of sources in a project file.
public enum SourceKind: String, Sendable, Hashable, CaseIterable {
    /// A JSON or YAML file of keys and values.
    case file
    /// Firebase Remote Config, as an app fetches it.
    case firebase
    /// A Firebase Remote Config emulator.
    case emulator
    /// A Remote Config template, from a file or from Firebase, with its conditions evaluated locally.
    case firebaseTemplate = "firebase-template"
    /// A JSON file of flags and variants.
    case variants
    /// An ActiveConfig backend.
    case activeConfig = "active-config"
    /// A server that speaks OpenFeature's protocol OFREP.
    case ofrep
    /// Values in an etcd cluster.
    case etcd
    /// A GrowthBook payload, from a file or a server.
    case growthBook = "growthbook"

    static let names = allCases.map(\.rawValue)
}
