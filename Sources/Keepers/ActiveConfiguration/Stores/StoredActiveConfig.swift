import Foundation

/// A configuration with what is worth keeping about its download.
public struct StoredActiveConfig: Sendable, Equatable {
    /// What the configuration says.
    public let state: ActiveConfigState
    /// The tag by which the server recognises it; nil if it gave none.
    public let etag: String?
    /// When it was downloaded.
    public let downloadedAt: Date

    private let source: [UInt8]?

    /// A downloaded configuration.
    ///
    /// - Parameter document: the bytes that it was read from, if they are at hand: it spares writing them anew.
    public init(state: ActiveConfigState, etag: String? = nil, downloadedAt: Date, document: [UInt8]? = nil) {
        self.state = state
        self.etag = etag
        self.downloadedAt = downloadedAt
        source = document
    }

    /// The configuration in the exchange format: JSON in UTF-8.
    public var document: [UInt8] { source ?? Array(state.documentText.utf8) }

    /// The same without the bytes that it was read from, to be kept in memory.
    var withoutSource: StoredActiveConfig {
        StoredActiveConfig(state: state, etag: etag, downloadedAt: downloadedAt)
    }

    /// Whether both hold the same configuration with the same tag and time.
    public static func == (left: StoredActiveConfig, right: StoredActiveConfig) -> Bool {
        left.state == right.state && left.etag == right.etag && left.downloadedAt == right.downloadedAt
    }
}
