import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// Values in an etcd cluster.
    public static let etcd = SourceKind(
        "etcd",
        fields: ProjectDecoder.etcdFields + ["document", "realtime"]
    ) { $0.readEtcd(&$1) }
}

/// The settings of a source of kind `etcd`.
public struct EtcdSourceSettings: SourceSettings {
    /// The cluster, and the place of the project in it.
    public var cluster: EtcdSettings
    /// Whether all values are in one JSON or YAML document, rather than each in a separate etcd key.
    public var isDocument: Bool
    /// Whether long-running programs follow changes.
    public var realtime: Bool

    /// Creates settings.
    public init(cluster: EtcdSettings, isDocument: Bool = false, realtime: Bool = true) {
        self.cluster = cluster
        self.isDocument = isDocument
        self.realtime = realtime
    }

    /// The kind of source.
    public static var kind: SourceKind { .etcd }

    /// The secrets that are sent to ``hosts``.
    public var sentSecrets: [Secret] { [cluster.login?.password].compactMap(\.self) }

    /// The hosts that the project file names.
    public var hosts: [String] { cluster.endpoints.compactMap(\.host) }

    /// The place of the values.
    public var address: String {
        "\(cluster.endpoints.map(\.absoluteString).joined(separator: ",")) \(cluster.project)/\(cluster.environment)"
    }
}

extension SourceReader {
    func readEtcd(_ decoder: inout ProjectDecoder) -> EtcdSourceSettings? {
        let isDocument = decoder.truth("document", of: record)
        let realtime = readRealtime(&decoder)
        return decoder.readEtcd(record, in: folder).map { cluster in
            EtcdSourceSettings(cluster: cluster, isDocument: isDocument ?? false, realtime: realtime ?? true)
        }
    }
}
