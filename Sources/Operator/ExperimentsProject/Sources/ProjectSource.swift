/// A source of values.
public struct ProjectSource: Sendable {
    /// The name; by default, the name of the kind.
    public var name: String
    /// The place of the values, with everything that is needed to read them.
    public var settings: any SourceSettings
    /// The environment, for example `production`.
    public var environment: String?
    /// The colour of the environment.
    public var color: EnvironmentColor?

    /// Creates a source.
    public init(
        name: String, settings: any SourceSettings, environment: String? = nil, color: EnvironmentColor? = nil
    ) {
        self.name = name
        self.settings = settings
        self.environment = environment
        self.color = color
    }

    /// The kind of source.
    public var kind: SourceKind { type(of: settings).kind }

    /// The values of environment variables that a project file sends to addresses in it.
    public struct Sending: Sendable, Hashable {
        /// The variables whose values are sent.
        public let variables: [String]
        /// The hosts to which they are sent.
        public let hosts: [String]
    }

    /// The values that are sent to addresses in the project file; nil if there are none. Google's own servers, and
    /// addresses on this machine, do not count.
    public var sending: Sending? {
        let hosts = Set(settings.hosts.filter { !ThisMachine.isNamed(by: $0) && !Self.isGoogle($0) })
        let variables = Set(settings.sentSecrets.compactMap(\.variable))
        guard !variables.isEmpty, !hosts.isEmpty else { return nil }
        return Sending(variables: variables.sorted(), hosts: hosts.sorted())
    }

    private static func isGoogle(_ host: String) -> Bool { host.lowercased().hasSuffix(".googleapis.com") }
}

extension ProjectSource: Hashable {
    /// Whether two sources are equal.
    public static func == (left: ProjectSource, right: ProjectSource) -> Bool {
        AnyHashable(left.settings) == AnyHashable(right.settings)
            && (left.name, left.environment, left.color) == (right.name, right.environment, right.color)
    }

    /// Hashes the settings and the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyHashable(settings))
        hasher.combine(name)
    }
}

/// The names by which addresses call the machine that they are used on.
enum ThisMachine {
    /// Returns whether a host is this machine.
    static func isNamed(by host: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
    }
}
