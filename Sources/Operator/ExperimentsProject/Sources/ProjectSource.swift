/// One place that values come from.
public struct ProjectSource: Sendable, Hashable {
    /// Where the values are.
    public enum Location: Sendable, Hashable {
        /// A JSON or YAML file of key and value.
        case file(path: String)
        /// Firebase Remote Config.
        case firebase(FirebaseSourceSettings)
        /// A server that speaks Firebase's protocols on this machine.
        case emulator(EmulatorSourceSettings)
        /// A template of Firebase Remote Config, evaluated on this machine.
        case firebaseTemplate(TemplateSourceSettings)
        /// A file of flags and variants.
        case variants(VariantsSourceSettings)
        /// A backend of ActiveConfig.
        case activeConfig(ActiveConfigSourceSettings)
        /// A server that speaks the OpenFeature Remote Evaluation Protocol.
        case ofrep(OFREPSourceSettings)
        /// Keys of an etcd cluster.
        case etcd(EtcdSourceSettings)
        /// A payload of GrowthBook, evaluated on this machine.
        case growthBook(GrowthBookSourceSettings)
    }

    /// What the source is called; the name of its kind where the file gives it none.
    public var name: String
    /// Where the values are.
    public var location: Location
    /// What the values are for, for example `production`.
    public var environment: String?
    /// The colour that the environment is shown in.
    public var color: EnvironmentColor?

    /// A source.
    public init(name: String, location: Location, environment: String? = nil, color: EnvironmentColor? = nil) {
        self.name = name
        self.location = location
        self.environment = environment
        self.color = color
    }

    /// The kind of source it is.
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

/// The kinds of source that a project file can name.
public enum SourceKind: String, Sendable, Hashable, CaseIterable {
    case file
    case firebase
    case emulator
    case firebaseTemplate = "firebase-template"
    case variants
    case activeConfig = "active-config"
    case ofrep
    case etcd
    case growthBook = "growthbook"

    static let names = allCases.map(\.rawValue)
}
