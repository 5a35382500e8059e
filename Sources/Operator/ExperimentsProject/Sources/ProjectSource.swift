import ExperimentsSupport

/// A source of values.
public struct ProjectSource: Sendable {
    /// The name; by default, the name of the kind.
    public var name: String
    /// The place of the values, with everything that is needed to read them.
    public var settings: any SourceSettings
    /// The environment, for example `production`.
    public var environment: String?
    /// The color of the environment.
    public var color: EnvironmentColor?
    /// The certificates of connections to its server; nil for the authorities of the system. Those of an etcd cluster are
    /// part of its settings.
    public var tls: TLSFiles?

    /// Creates a source.
    public init(
        name: String, settings: any SourceSettings, environment: String? = nil,
        color: EnvironmentColor? = nil,
        tls: TLSFiles? = nil
    ) {
        self.name = name
        self.settings = settings
        self.environment = environment
        self.color = color
        self.tls = tls
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
        let hosts = Set(settings.hosts.filter { !$0.namesThisMachine && !Self.isGoogle($0) })
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
            && (left.name, left.environment, left.color, left.tls)
                == (right.name, right.environment, right.color, right.tls)
    }

    /// Hashes the settings and the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyHashable(settings))
        hasher.combine(name)
    }
}

extension String {
    /// Whether a host of this name is the machine that the name is used on.
    package var namesThisMachine: Bool { ["127.0.0.1", "localhost", "::1", "[::1]"].contains(lowercased()) }
}

/// A kind of source in a project file, declared once: the name, the fields, and how they are read.
///
/// The settings contain the hosts that they send secrets to. The code that knows the keepers creates a keeper from such
/// settings, which also determines whether the kind has per-user values.
public struct SourceKind: Sendable {
    /// The name, as the field `kind` has it.
    public let name: String
    /// The fields that a source of this kind may have besides those of every source.
    public let fields: [String]
    /// Reads the fields, and notes their problems.
    let read: @Sendable (SourceReader, inout ProjectDecoder) -> (any SourceSettings)?

    init(
        _ name: String, fields: [String],
        read: @escaping @Sendable (SourceReader, inout ProjectDecoder) -> (any SourceSettings)?
    ) {
        self.name = name
        self.fields = fields
        self.read = read
    }

    /// Finds the kind with a name.
    init?(named name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}

extension SourceKind: Hashable {
    /// Whether two kinds have the same name.
    public static func == (left: SourceKind, right: SourceKind) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The settings of a source of one kind in a project file.
public protocol SourceSettings: Sendable, Hashable {
    /// The kind of source with such settings.
    static var kind: SourceKind { get }

    /// The secrets that are sent to ``hosts``; by default none.
    var sentSecrets: [Secret] { get }

    /// The hosts that the project file names; by default none.
    var hosts: [String] { get }

    /// The path of the file that serves as the title of a source without a name; nil by default.
    var titlePath: String? { get }

    /// The place of the values, without secrets. Values that were stored for one address are never used for another.
    var address: String { get }
}

extension SourceSettings {
    /// By default, none.
    public var sentSecrets: [Secret] { [] }
    /// By default, none.
    public var hosts: [String] { [] }
    /// Nil.
    public var titlePath: String? { nil }
}

/// A color that distinguishes an environment from others, so that production and staging cannot be confused.
public enum EnvironmentColor: Sendable, Hashable, CustomStringConvertible {
    /// One of the eight colors of every terminal.
    case named(String)
    /// A 24-bit color.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// The names of the eight colors.
    public static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Reads a color: `red`, `#ff8800`; nil if the text is not one.
    public init?(_ text: String) {
        if Self.names.contains(text.lowercased()) {
            self = .named(text.lowercased())
            return
        }
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, !digits.contains(UInt8(ascii: "+")),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self = .rgb(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// The color as a project file writes it.
    public var description: String {
        switch self {
        case .named(let name): return name
        case .rgb(let red, let green, let blue):
            return "#" + Hexadecimal.text([red, green, blue])
        }
    }
}
