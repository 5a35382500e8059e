import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import Foundation

/// Creates a keeper from the settings of a source. It is the part of a ``SourceKind`` that knows the keepers.
struct SourceKeeper: Sendable {
    /// All kinds.
    static let all: [SourceKeeper] = [
        .file,
        .firebase,
        .emulator,
        .firebaseTemplate,
        .variants,
        .activeConfig,
        .ofrep,
        .etcd,
        .growthBook,
    ]

    /// The kind whose settings it takes.
    let kind: SourceKind
    /// Whether values may depend on the user, so that the source can be fetched for a persona.
    let tellsUsersApart: Bool
    private let make: @Sendable (any SourceSettings, SourceSite) throws -> (any RemoteConfigKeeper)?

    /// - Parameter make: creates a keeper that has not fetched yet.
    init<Settings: SourceSettings, Keeper: RemoteConfigKeeper>(
        _ make: @escaping @Sendable (Settings, SourceSite) throws -> Keeper
    ) {
        kind = Settings.kind
        tellsUsersApart = Keeper.self is any PersonaKeeper.Type
        self.make = { settings, site in try (settings as? Settings).map { try make($0, site) } }
    }

    /// Creates a keeper that has not fetched yet.
    ///
    /// - Parameter watcher: watches files, for a program that keeps running and needs to notice changes immediately.
    static func keeper(
        for source: ProjectSource, in located: LocatedProject, watcher: (any FileWatcher)?
    ) throws -> any RemoteConfigKeeper {
        let site = SourceSite(
            name: source.name, located: located, watcher: watcher,
            transport: try source.transport(in: located))
        for one in all where one.kind == source.kind {
            if let keeper = try one.make(source.settings, site) { return keeper }
        }
        throw CommandProblem("source \(located.title(of: source)): unsupported kind \(source.kind.name)")
    }

    /// The names of the kinds whose values depend on the user: `variants, ofrep and growthbook`.
    static var thoseThatTellUsersApart: String {
        let names = all.filter(\.tellsUsersApart).map(\.kind.name)
        return "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    }
}

/// What a keeper needs besides the settings of its source.
struct SourceSite {
    /// The name of the source.
    let name: String
    /// The project.
    let located: LocatedProject
    /// Watches files, for a program that keeps running and needs to notice changes immediately.
    let watcher: (any FileWatcher)?
    /// Sends the requests to a server, with the certificates of the source.
    let transport: SystemTransport

    /// Returns whether to listen for changes, if `realtime` of the source allows it.
    func listens(_ realtime: Bool) -> Bool { watcher != nil && realtime }
}

extension ProjectSource {
    /// Returns a transport for requests to the source's server, with its certificates.
    ///
    /// - Throws: `CommandProblem` if a file cannot be used.
    func transport(in located: LocatedProject) throws -> SystemTransport {
        SystemTransport(security: try TransportSecurity(tls, of: "source \(name)", in: located))
    }
}

extension TransportSecurity {
    /// Reads the certificates in files; without files, uses those of the system.
    ///
    /// - Parameter name: what uses them, for messages: `source live`.
    /// - Throws: `CommandProblem` if a file cannot be read, or is not in PEM format.
    init(_ files: TLSFiles?, of name: String, in located: LocatedProject) throws {
        guard let files else {
            self.init()
            return
        }
        for (field, path) in [("ca", files.authorities), ("cert", files.certificate), ("key", files.key)] {
            guard let path else { continue }
            do throws(FileProblem) {
                let bytes = try FileBytes.read(path, limit: 1 << 20)
                guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ") else {
                    throw FileProblem(
                        path: path, message: "expected a file in PEM format",
                        advice: "use a file with lines that begin with -----BEGIN")
                }
            } catch {
                throw CommandProblem("\(name): tls: \(field): \(located.shown(path)):", error)
            }
        }
        self.init(authorities: files.authorities, certificate: files.certificate, key: files.key)
    }
}

extension Secret {
    /// Returns the secret of the source called `name`.
    ///
    /// - Parameter what: the kind of secret, for the advice, for example `the token`.
    func revealed(for name: String, as what: String) throws(CommandProblem) -> String {
        do {
            return try reveal(in: ProcessInfo.processInfo.environment)
        } catch {
            throw CommandProblem("source \(name):", error, advice: "Set \(error.variable) to \(what).")
        }
    }
}

extension SourceKeeper {
    /// A file, read again whenever it changes.
    static let file = SourceKeeper { (settings: FileSourceSettings, site) in
        FileRemoteConfigKeeper(
            path: settings.path, shownAs: site.located.shown(settings.path), at: settings.at,
            watcher: site.watcher)
    }
}
