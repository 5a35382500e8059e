import Foundation

/// The bytes of a source, as they were fetched.
package struct Payload: Sendable {
    /// The bytes.
    package let content: [UInt8]
    /// The hash of the bytes.
    package let hash: ContentHash
    /// The ETag of the response, if there was one.
    package private(set) var etag: String?
    /// The time at which the source was last known to have this content.
    package private(set) var fetchedAt: Date

    package init(_ content: [UInt8], etag: String?, fetchedAt: Date) {
        self.init(content, ContentHash(content), etag: etag, fetchedAt: fetchedAt)
    }

    init(_ content: [UInt8], _ hash: ContentHash, etag: String?, fetchedAt: Date) {
        self.content = content
        self.hash = hash
        self.etag = etag
        self.fetchedAt = fetchedAt
    }

    /// The beginning of the hash, as the version of a source that has no versions.
    package var shortHash: String { String(hash.text.prefix(8)) }

    /// Notes that the source still has this content.
    mutating func confirm(etag: String?, at now: Date) {
        fetchedAt = now
        if let etag { self.etag = etag }
    }
}

/// Where the payloads of a source come from.
package enum PayloadPlace: Sendable {
    /// A file.
    case file(PayloadFile)
    /// A server.
    case remote(any RemotePayload)
}

/// A server that returns whole payloads.
package protocol RemotePayload: Sendable {
    /// Fetches the payload.
    ///
    /// - Parameter etag: the ETag of the payload that is held; nil if none is held.
    /// - Throws: `FetchFailure`, or `CancellationError`.
    func fetch(etag: String?) async throws -> RemotePayloadAnswer
}

/// The answer of a server.
package enum RemotePayloadAnswer: Sendable {
    /// A payload.
    case content([UInt8], etag: String?, httpStatus: Int?)
    /// The payload that is held is still the current one.
    case unchanged(etag: String?, httpStatus: Int?)
}

/// A file with the payload of a source.
package struct PayloadFile: Sendable {
    /// The path, at which there need not be a file yet.
    package let path: String
    /// The path as messages show it.
    package let shownPath: String
    /// The largest size that is read, in bytes.
    package let limit: Int
    /// Waits while another program replaces the file.
    package let settling: FileSettling

    package init(path: String, shownAs shownPath: String?, limit: Int, settling: FileSettling) {
        self.path = path
        self.shownPath = shownPath ?? path
        self.limit = limit
        self.settling = settling
    }

    /// Reads the bytes.
    func read() throws(FetchFailure) -> [UInt8] {
        do throws(FileProblem) {
            return try FileBytes.read(path, limit: limit)
        } catch {
            throw FetchFailure(error.named(shownPath).description)
        }
    }
}

/// Says how the payloads of a kind of source become values. Everything else is the work of a ``PayloadKeeper``.
package protocol PayloadFormat: Sendable {
    /// What a payload contains.
    associatedtype Content: Sendable
    /// The user for whom a payload is evaluated, with everything else that the values depend on; `Void` if they are the
    /// same for all.
    associatedtype User: Sendable

    /// Reads a payload, and uses it from now on. Calls do not overlap, and the last one is for the latest payload.
    ///
    /// - Throws: `FetchFailure` with every mistake, and where it is.
    func content(of payload: Payload) throws(FetchFailure) -> Content

    /// Returns the values for a user. It may be called at the same time for several.
    func values(of content: Content, _ payload: Payload, for user: User) -> PayloadValues

    /// Whether there are no values at all, for any user.
    func isEmpty(_ content: Content) -> Bool

    /// Returns the failure of a fetch whose payload could not be read, with its source.
    func named(_ failure: FetchFailure) -> FetchFailure

    /// Whether the values may change although the payload and the user are the same, for example with the time. They are
    /// then made again with each fetch.
    var changesByItself: Bool { get }
}

extension PayloadFormat {
    /// The same: the failures of a file have its name already.
    package func named(_ failure: FetchFailure) -> FetchFailure { failure }
}

/// The values of a payload for a user.
package struct PayloadValues: Sendable {
    /// The values.
    package let snapshot: Snapshot
    /// The state of everything else from which they were made, if a format counts it.
    package let generation: Int?

    package init(_ snapshot: Snapshot, generation: Int? = nil) {
        self.snapshot = snapshot
        self.generation = generation
    }
}

extension FetchFailure {
    /// Returns the same failure with the size and the status of the response, unless it has them.
    package func of(bytes: Int, httpStatus: Int?) -> FetchFailure {
        FetchFailure(
            summary, httpStatus: self.httpStatus ?? httpStatus, bytes: self.bytes == 0 ? bytes : self.bytes,
            retryAt: retryAt, wasHeldBack: wasHeldBack, advice: advice)
    }
}
