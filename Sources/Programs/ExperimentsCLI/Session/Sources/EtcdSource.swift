import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsProject
import ExperimentsTransport
import Foundation

extension SourceKeeper {
    /// The values of an etcd cluster.
    static let etcd = SourceKeeper { (settings: EtcdSourceSettings, site) in
        let source = try EtcdSource(settings, named: site.name, in: site.located)
        return EtcdRemoteConfigKeeper(
            client: source.client, layout: source.layout, content: source.content,
            listens: site.listens(settings.realtime))
    }
}

/// The values of a source of kind `etcd`, for reading and publishing.
struct EtcdSource {
    /// The cluster.
    let client: EtcdClient
    /// The layout of the values in it.
    let layout: EtcdLayout
    /// The format of the values in the cluster.
    let content: EtcdContent

    init(_ settings: EtcdSourceSettings, named name: String, in located: LocatedProject) throws {
        client = try EtcdClient(settings.cluster, named: "source \(name)", in: located)
        layout = EtcdLayout(project: settings.cluster.project, environment: settings.cluster.environment)
        let document = "\(name) (\(layout.document.text ?? ""))"
        content =
            settings.isDocument
            ? .document { bytes in try FileSourceContent(bytes, path: document).entries } : .keys
    }

    /// The store for publishing its values.
    var store: EtcdValueStore { EtcdValueStore(client: client, layout: layout, content: content) }
}

extension EtcdClient {
    /// Creates a client for the cluster in a project file.
    ///
    /// - Parameter place: the place in the file with which messages begin: `source team`.
    /// - Throws: `CommandProblem` if the password is missing in the environment, an address is not valid, or a
    ///   certificate cannot be used.
    convenience init(_ settings: EtcdSettings, named place: String, in located: LocatedProject) throws {
        var credentials: EtcdCredentials?
        if let login = settings.login {
            do {
                let password = try login.password.reveal(in: ProcessInfo.processInfo.environment)
                credentials = EtcdCredentials(user: login.user, password: password)
            } catch {
                throw CommandProblem("\(place):", error, advice: "Set \(error.variable) to the password.")
            }
        }
        let endpoints = try settings.endpoints.map { url in
            do throws(MessageError) {
                return try EtcdEndpoint(parsing: url.absoluteString)
            } catch {
                throw CommandProblem("\(place):", error)
            }
        }
        self.init(
            endpoints: endpoints, credentials: credentials,
            transport: SystemTransport(security: try TransportSecurity(settings.tls, of: place, in: located)))
    }
}
