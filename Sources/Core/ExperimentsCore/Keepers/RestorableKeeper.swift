import Foundation

/// The fetched content of a source, so that a program that starts while the source is not available can continue with
/// it.
package struct SourceCopy: Sendable, Hashable {
    /// The content, in the format of the keeper that created it.
    package var content: [UInt8]
    /// The time at which it was fetched.
    package var fetchedAt: Date
    /// The version that the source gives to its values, if it has one.
    package var version: String?
    /// The ETag of the response, if it has one.
    package var etag: String?

    package init(content: [UInt8], fetchedAt: Date, version: String? = nil, etag: String? = nil) {
        self.content = content
        self.fetchedAt = fetchedAt
        self.version = version
        self.etag = etag
    }

    /// Creates a copy of values, for a source that decides on them elsewhere.
    ///
    /// Returns nil if nothing has been fetched yet.
    package init?(_ snapshot: Snapshot) {
        guard let fetchedAt = snapshot.fetchedAt else { return nil }
        self.init(
            content: snapshot.copied.densestBytes, fetchedAt: fetchedAt, version: snapshot.version,
            etag: snapshot.etag)
    }

    /// The values of a copy created with ``init(_:)``; nil if it has another content. The ETag is left out, so that the
    /// next fetch brings everything.
    package var snapshot: Snapshot? {
        (try? JSONValue(parsing: content)).flatMap {
            Snapshot(copied: $0, version: version, fetchedAt: fetchedAt)
        }
    }
}

/// A keeper that can continue with the values of an earlier run.
package protocol RestorableKeeper: RemoteConfigKeeper {
    /// The user to whom the content belongs; nil if it is the same for all users, and evaluated here.
    var copiedContext: SourcePersona? { get }

    /// Returns a copy of the last fetched values; nil if nothing has been fetched yet.
    func copy() -> SourceCopy?

    /// Continues with a copy, unless something has been fetched already. The next fetch replaces it.
    ///
    /// - Throws: an error if the copy cannot be used.
    func restore(_ copy: SourceCopy) throws
}

extension RestorableKeeper {
    /// Nil: the content is the same for all users.
    package var copiedContext: SourcePersona? { nil }
}
