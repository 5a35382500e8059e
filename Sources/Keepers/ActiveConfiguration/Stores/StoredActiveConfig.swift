import ExperimentsCore
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

/// The form in which stores keep a configuration: a line of JSON about it, then the document byte for byte as it came.
///
/// The line says the version of the form, whose configuration it is, and how many bytes follow: a cut one is noticed,
/// and so is one that belongs to somebody else.
extension StoredActiveConfig {
    private static let version = 1

    /// The bytes to keep.
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

    /// Reads what ``encoded(for:)`` made for the same user.
    ///
    /// - Throws: ``UnusableStoredConfig`` with what is wrong.
    public init(decoding bytes: [UInt8], for userID: String?) throws(UnusableStoredConfig) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let header: JSONValue
        do throws(JSONProblem) {
            header = try JSONValue(parsing: Array(bytes[..<end]))
        } catch {
            throw UnusableStoredConfig("its first line is not JSON: \(error)")
        }
        guard let version = header.object?["version"]?.int else {
            throw UnusableStoredConfig("its first line names no version")
        }
        guard version == Self.version else {
            throw UnusableStoredConfig("it is of version \(version), and this program knows version \(Self.version)")
        }
        guard let user = header.object?["user"], user == .null || user.string != nil, user.string == userID else {
            throw UnusableStoredConfig("it is the configuration of somebody else")
        }
        guard let downloadedAt = header.object?["downloaded_at"]?.string.flatMap(RFC3339.date(from:)) else {
            throw UnusableStoredConfig("its first line does not say when it was downloaded")
        }
        let document = Array(bytes[min(end + 1, bytes.endIndex)...])
        guard let count = header.object?["bytes"]?.int, count == document.count else {
            throw UnusableStoredConfig("its document has \(document.count) bytes, not as many as its first line says")
        }
        do throws(InvalidActiveConfig) {
            self.init(
                state: try ActiveConfigState(parsing: document, at: downloadedAt),
                etag: header.object?["etag"]?.string, downloadedAt: downloadedAt)
        } catch {
            throw UnusableStoredConfig("its document is refused: \(error)")
        }
    }
}

/// Why the bytes that a store kept are not a configuration.
public struct UnusableStoredConfig: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, in words.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
