import ExperimentsCore
import Foundation

/// A stored configuration, with its entity tag and the time of its download.
public struct StoredActiveConfig: Sendable, Equatable {
    /// The content of the configuration.
    public let state: ActiveConfigState
    /// The server's entity tag for it; nil if it gave none.
    public let etag: String?
    /// The time of the download.
    public let downloadedAt: Date

    private let source: [UInt8]?

    /// Creates a configuration to be stored.
    ///
    /// - Parameters:
    ///   - state: the content of the configuration.
    ///   - etag: the server's entity tag for it.
    ///   - downloadedAt: when it was downloaded.
    ///   - document: the bytes that it was read from, which are then stored as they are; nil to write the document again.
    public init(state: ActiveConfigState, etag: String? = nil, downloadedAt: Date, document: [UInt8]? = nil) {
        self.state = state
        self.etag = etag
        self.downloadedAt = downloadedAt
        source = document
    }

    /// The configuration in the exchange format: JSON in UTF-8.
    public var document: [UInt8] { source ?? Array(state.documentText.utf8) }

    /// The same configuration without the bytes from which it was read, to save memory.
    var withoutSource: StoredActiveConfig {
        StoredActiveConfig(state: state, etag: etag, downloadedAt: downloadedAt)
    }

    /// Returns whether both contain the same configuration with the same tag and time.
    public static func == (left: StoredActiveConfig, right: StoredActiveConfig) -> Bool {
        left.state == right.state && left.etag == right.etag && left.downloadedAt == right.downloadedAt
    }
}

/// The format of a stored configuration: a line of JSON, followed by the unchanged bytes of the document.
///
/// The line contains the version of the format, the user, the entity tag, the time of the download, and the number of
/// bytes that follow. So a file that was cut off, or that belongs to another user, is noticed.
extension StoredActiveConfig {
    private static let version = 1

    /// Writes the configuration of a user in this format.
    public func encoded(for userID: String?) -> [UInt8] {
        let document = document
        var header = JSONObject()
        header["version"] = .number(String(Self.version))
        header["user"] = userID.map { .string($0) } ?? .null
        header["etag"] = etag.map { .string($0) }
        header["downloaded_at"] = .string(RFC3339.text(of: downloadedAt, milliseconds: true))
        header["bytes"] = .number(String(document.count))
        return Array((JSONValue.object(header).compactText + "\n").utf8) + document
    }

    /// Reads what ``encoded(for:)`` wrote for the same user.
    ///
    /// - Throws: ``ActiveConfigStoreProblem`` with the reason.
    public init(decoding bytes: [UInt8], for userID: String?) throws(ActiveConfigStoreProblem) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let header = try JSONValue(parsing: Array(bytes[..<end])) { error in
            ActiveConfigStoreProblem("its first line is not JSON: \(error)")
        }
        guard let version = header.object?["version"]?.int else {
            throw ActiveConfigStoreProblem("its first line has no version")
        }
        guard version == Self.version else {
            throw ActiveConfigStoreProblem(
                "it has version \(version), but this program reads version \(Self.version)")
        }
        guard let user = header.object?["user"], user == .null || user.string != nil, user.string == userID
        else {
            throw ActiveConfigStoreProblem("it is the configuration of another user")
        }
        guard let downloadedAt = header.object?["downloaded_at"]?.string.flatMap(RFC3339.date(from:)) else {
            throw ActiveConfigStoreProblem("its first line does not say when it was downloaded")
        }
        let document = Array(bytes[min(end + 1, bytes.endIndex)...])
        guard let count = header.object?["bytes"]?.int, count == document.count else {
            throw ActiveConfigStoreProblem(
                "its document has \(document.count) bytes, not the number in its first line")
        }
        do throws(InvalidActiveConfig) {
            self.init(
                state: try ActiveConfigState(parsing: document, at: downloadedAt),
                etag: header.object?["etag"]?.string, downloadedAt: downloadedAt)
        } catch {
            throw ActiveConfigStoreProblem("its document is refused: \(error)")
        }
    }
}
