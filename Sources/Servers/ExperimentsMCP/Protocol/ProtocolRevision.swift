/// A revision of the Model Context Protocol, named by its date.
package enum ProtocolRevision: String, Sendable, CaseIterable {
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// The first revision without a handshake: each request names its revision.
    case july2026 = "2026-07-28"

    /// Whether a client opens the connection with `initialize`.
    package var hasHandshake: Bool { self != .july2026 }

    /// The newest revision that a client without a known one is offered in the handshake.
    package static let latestWithHandshake = ProtocolRevision.november2025

    /// Whether several messages may be sent in one array. Only this revision allows it.
    package var allowsBatches: Bool { self == .march2025 }

    /// The code of the error for a resource that does not exist.
    package var unknownResourceCode: Int { hasHandshake ? -32002 : RPCError.invalidParams }
}

/// The names in `_meta` that belong to the protocol.
enum ProtocolField {
    static let revision = "io.modelcontextprotocol/protocolVersion"
    static let capabilities = "io.modelcontextprotocol/clientCapabilities"
    static let client = "io.modelcontextprotocol/clientInfo"
    static let server = "io.modelcontextprotocol/serverInfo"
    static let subscription = "io.modelcontextprotocol/subscriptionId"
}
