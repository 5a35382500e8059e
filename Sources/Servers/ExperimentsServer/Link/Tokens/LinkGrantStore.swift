import ExperimentsLocks
import ExperimentsSupport
import Foundation

/// A source of grants of apps. Safe to use from any thread.
package protocol LinkGrantSource: AnyObject, Sendable {
    /// The last read grants.
    var grants: LinkGrants { get }
    /// The reason why they cannot be read; nil if they can.
    var problem: FileProblem? { get }
    /// Returns the grant of a secret; nil if the secret is unknown or was revoked.
    func grant(for secret: LinkSecret) -> LinkGrant?
    /// Calls a handler after each change, and when a `problem` begins or ends, until the result is cancelled or
    /// released.
    func observe(_ handler: @escaping @Sendable (LinkGrants) -> Void) -> ObservationHandle
}

/// The grants of a project's apps, in a file next to its overrides that only its owner can read:
/// `.links/overrides.json`. Its folder has a setting that makes git ignore it.
///
/// Programs change it under a lock between processes, and a server notices each change immediately: after one program
/// revokes a link, another no longer accepts it.
package final class LinkGrantStore: LinkGrantSource {
    static let folderName = ".links"
    private static let sizeLimit = 8 << 20

    /// The path of the file, which may not exist yet.
    package let path: String

    private struct State {
        var grants = LinkGrants.none
        var problem: FileProblem?
        /// The fingerprint of the file when it was read.
        var fingerprint: FileFingerprint?
    }

    private let read: @Sendable (String) throws(FileProblem) -> [UInt8]?
    private let state = Mutex((current: State(), readings: ReadingOrder()))
    private let observers = Observers<LinkGrants>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// Creates a store for the apps that follow the overrides at a path.
    ///
    /// - Parameters:
    ///   - watcher: announces changes to the file, which is then read again.
    ///   - read: reads a file; nil if there is none.
    package init(
        besideOverridesAt path: String, watcher: (any FileWatcher)? = nil,
        read: @escaping @Sendable (String) throws(FileProblem) -> [UInt8]? = LinkGrantStore.bytes(at:)
    ) {
        self.read = read
        let target = (try? PathText.followingLinks(path)) ?? path
        self.path = PathText.join(
            PathText.join(PathText.folder(of: target), Self.folderName), PathText.name(of: target))
        let observation = watcher?.watch(self.path) { [weak self] in self?.reload() }
        watch.withLock { $0 = observation }
        reload()
    }

    /// The last read grants; none if the file cannot be read, so that no app is admitted.
    package var grants: LinkGrants { state.withLock(\.current.grants) }

    /// Returns the grant of a secret; nil if the secret is unknown or was revoked. A link that another program has just
    /// issued is valid immediately, even if the change to its file was not noticed yet, because an app that is refused
    /// does not try again soon.
    package func grant(for secret: LinkSecret) -> LinkGrant? {
        if let grant = grants.grant(for: secret) { return grant }
        guard FileFingerprint(of: path) != state.withLock(\.current.fingerprint) else { return nil }
        reload()
        return grants.grant(for: secret)
    }

    /// The reason why the file cannot be read; nil if it can be read, or if there is none.
    package var problem: FileProblem? { state.withLock(\.current.problem) }

    /// Calls a handler after each change, by any program, and when a `problem` begins or ends, until the result is
    /// cancelled or released.
    package func observe(_ handler: @escaping @Sendable (LinkGrants) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reads the file again. A reading that began earlier and ends later changes nothing: it may be from before a link
    /// was issued, and would end the stream of the app that was linked by it.
    package func reload() {
        let reading = beginReading()
        let fingerprint = FileFingerprint(of: path)
        do throws(FileProblem) {
            adopt(reading, State(grants: try load(), fingerprint: fingerprint))
        } catch {
            adopt(reading, State(problem: error, fingerprint: fingerprint))
        }
    }

    /// Issues a secret for an app.
    ///
    /// - Returns: the secret, which is not stored, and its grant.
    /// - Throws: `MessageError`, or `FileProblem` if the file cannot be read or written. In that case, nothing has
    ///   changed.
    package func issue(
        for app: String, by author: String?, at now: Date, using random: inout some RandomNumberGenerator
    ) throws -> (secret: LinkSecret, grant: LinkGrant) {
        let secret = LinkSecret(using: &random)
        return (secret, try change { try $0.issue(secret, for: app, by: author, at: now) })
    }

    /// Revokes the grants of an app, or one of them; the grants of all apps if no app is named.
    ///
    /// - Returns: the revoked grants.
    /// - Throws: `FileProblem` if the file cannot be read or written. In that case, nothing has changed.
    package func revoke(app: String?, id: String? = nil) throws -> [LinkGrant] {
        try change { $0.revoke(app: app, id: id) }
    }

    private func change<Result>(_ change: (inout LinkGrants) throws -> Result) throws -> Result {
        try FileLock.whileHeld(guarding: path) {
            var grants = try load()
            let before = grants
            let result = try change(&grants)
            guard grants != before else { return result }
            try Folders.hideFromGit(PathText.folder(of: path))
            try AtomicFile.write(
                grants.documentBytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
            adopt(beginReading(), State(grants: grants, fingerprint: FileFingerprint(of: path)))
            return result
        }
    }

    private func load() throws(FileProblem) -> LinkGrants {
        guard let bytes = try read(path) else { return .none }
        return try LinkGrants(parsing: bytes, at: path)
    }

    /// Reads a file of grants; nil if there is none.
    package static func bytes(at path: String) throws(FileProblem) -> [UInt8]? {
        try FileBytes.readIfPresent(path, limit: sizeLimit)
    }

    private func beginReading() -> Int {
        state.withLock { $0.readings.begin() }
    }

    private func adopt(_ reading: Int, _ new: State) {
        state.withLock { state in
            guard state.readings.keep(reading) else { return }
            let isNews = state.current.grants != new.grants || state.current.problem != new.problem
            state.current = new
            if isNews { observers.enqueue(new.grants) }
        }
        observers.deliver()
    }
}

/// The grants of a project's apps that several servers share, in addition to those in a file of this machine.
///
/// Each grant is a document under the digest of its secret in the store of the servers, so that each server accepts an
/// app that was linked once.
package final class SharedLinkGrants: LinkGrantSource {
    private let file: LinkGrantStore
    private let state = Mutex(
        (shared: LinkGrants.none, unreadable: FileProblem?.none, documents: [String: [UInt8]]()))
    private let observers = Observers<LinkGrants>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// Creates grants in addition to those of a file.
    package init(beside file: LinkGrantStore) {
        self.file = file
        let observation = file.observe { [weak self] _ in self?.tell() }
        watch.withLock { $0 = observation }
    }

    /// Takes over the current shared grants.
    ///
    /// - Parameter documents: documents of one grant each, by the digest of the secret. A document that cannot be read
    ///   grants nothing.
    package func adopt(_ documents: [String: [UInt8]]) {
        guard documents != state.withLock(\.documents) else { return }
        let (shared, unreadable) = Self.read(documents)
        state.withLock { $0 = (shared, unreadable, documents) }
        tell()
    }

    /// Reads grants from documents. Returns the problem of the first one that cannot be read.
    package static func read(_ documents: [String: [UInt8]]) -> (LinkGrants, FileProblem?) {
        var (grants, problem): ([LinkGrant], FileProblem?) = ([], nil)
        for (id, bytes) in documents.sorted(by: { $0.key < $1.key }) {
            do throws(FileProblem) {
                grants += try LinkGrants(parsing: bytes, at: "the shared link \(id.prefix(8))").all.filter {
                    $0.digest.hexadecimal == id
                }
            } catch {
                problem = problem ?? error
            }
        }
        return (LinkGrants(grants.sorted { $0.issuedAt < $1.issuedAt }), problem)
    }

    package var grants: LinkGrants { LinkGrants(file.grants.all + state.withLock(\.shared.all)) }

    package var problem: FileProblem? { file.problem ?? state.withLock(\.unreadable) }

    package func grant(for secret: LinkSecret) -> LinkGrant? {
        state.withLock { $0.shared.grant(for: secret) } ?? file.grant(for: secret)
    }

    package func observe(_ handler: @escaping @Sendable (LinkGrants) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    private func tell() { observers.notify(grants) }
}

extension LinkGrants {
    /// Issues a secret for an app in addition to these grants.
    ///
    /// - Returns: the secret, which is not stored, its grant, and the grants that are revoked to make room for it.
    /// - Throws: `MessageError` if there are too many grants of other apps.
    package func issuing(
        for app: String, by author: String?, at now: Date, using random: inout some RandomNumberGenerator
    ) throws(MessageError) -> (secret: LinkSecret, grant: LinkGrant, revoked: [LinkGrant]) {
        let secret = LinkSecret(using: &random)
        var grants = self
        let grant = try grants.issue(secret, for: app, by: author, at: now)
        return (secret, grant, all.filter { !grants.all.contains($0) })
    }

    /// Returns the grants of an app, or one of them; the grants of all apps if no app is named.
    package func named(app: String?, id: String? = nil) -> [LinkGrant] {
        all.filter { (app == nil || $0.app == app) && (id == nil || $0.id == id) }
    }
}

extension LinkGrant {
    /// The name of its document among the shared ones: the whole digest of its secret.
    package var sharedName: String { digest.hexadecimal }

    /// The document of only this grant.
    package var sharedDocument: [UInt8] { LinkGrants([self]).documentBytes }
}
