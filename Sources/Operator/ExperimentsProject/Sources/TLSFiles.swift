import ExperimentsSupport
import ExperimentsYAML

/// The certificates of connections to a server: `tls: {ca: pki/ca.pem}`.
public struct TLSFiles: Sendable, Hashable {
    /// The path of a file with the authorities to trust instead of the system's; nil for the system's.
    public var authorities: String?
    /// The path of the client certificate; nil for none.
    public var certificate: String?
    /// The path of the private key; nil if there is no certificate.
    public var key: String?

    /// Creates a set of files.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        self.authorities = authorities
        self.certificate = certificate
        self.key = key
    }

    /// Reads the field `tls` of a record, if it has one.
    ///
    /// - Parameter folder: the folder of the project file.
    static func read(
        of record: DocumentRecord<YAMLNode>, in folder: String, _ decoder: inout ProjectDecoder
    ) -> TLSFiles? {
        guard let node = record["tls"] else { return nil }
        decoder.enter("tls")
        defer { decoder.leave() }
        return decoder.record(node, fields: fields, expected: "files such as ca: ca.pem")
            .map { TLSFiles($0, in: folder, &decoder) }
    }

    /// The fields that name the files.
    static let fields = ["ca", "cert", "key"]

    /// Reads the fields of a record.
    init(_ record: DocumentRecord<YAMLNode>, in folder: String, _ decoder: inout ProjectDecoder) {
        func path(_ name: String) -> String? {
            record[name].flatMap { decoder.path($0, at: name, in: folder) }
        }
        if record["cert"] == nil, record["key"] != nil { decoder.missing("cert", of: record, " for `key`") }
        if record["key"] == nil, record["cert"] != nil { decoder.missing("key", of: record, " for `cert`") }
        self.init(authorities: path("ca"), certificate: path("cert"), key: path("key"))
    }
}
