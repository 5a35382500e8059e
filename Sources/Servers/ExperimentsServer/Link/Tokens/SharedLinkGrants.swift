import ExperimentsSupport
import Foundation
import Locks

/// The grants of a project's apps that several servers share, besides those in a file of this one's own.
///
/// Each is a document under the digest of its secret, wherever the servers keep what they share. So an app that was linked
/// once is let in by each of them.
package final class SharedLinkGrants: LinkGrantSource {
    private struct State {
        var shared = LinkGrants.none
        var unreadable: FileProblem?
        var documents: [String: [UInt8]] = [:]
    }

    private let file: LinkGrantStore
    private let state = Mutex(State())
    private let observers = Observers<LinkGrants>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// The grants of a file, to which shared ones come.
    package init(beside file: LinkGrantStore) {
        self.file = file
        let observation = file.observe { [weak self] _ in self?.tell() }
        watch.withLock { $0 = observation }
    }

    /// Takes over what the servers share now.
    ///
    /// - Parameter documents: a document of one grant by the digest of its secret. One that cannot be read
    ///   grants nothing.
    package func adopt(_ documents: [String: [UInt8]]) {
        guard documents != state.withLock(\.documents) else { return }
        let (shared, unreadable) = Self.read(documents)
        state.withLock { $0 = State(shared: shared, unreadable: unreadable, documents: documents) }
        tell()
    }

    /// The grants that documents hold, and what is the matter with the first that cannot be read.
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
    /// Issues a secret for an app beside these grants.
    ///
    /// - Returns: the secret, which is kept nowhere, what it grants, and the grants that are revoked to make room for it.
    /// - Throws: `LinkGrantProblem` where there are too many grants of other apps.
    package func issuing(
        for app: String, by author: String?, at now: Date, using random: inout some RandomNumberGenerator
    ) throws(LinkGrantProblem) -> (secret: LinkSecret, grant: LinkGrant, revoked: [LinkGrant]) {
        let secret = LinkSecret(using: &random)
        var grants = self
        let grant = try grants.issue(secret, for: app, by: author, at: now)
        return (secret, grant, all.filter { !grants.all.contains($0) })
    }

    /// The grants of an app, or one of them; those of all apps where none is named.
    package func named(app: String?, id: String? = nil) -> [LinkGrant] {
        all.filter { (app == nil || $0.app == app) && (id == nil || $0.id == id) }
    }
}

extension LinkGrant {
    /// The name of its document among what servers share: the whole digest of its secret.
    package var sharedName: String { digest.hexadecimal }

    /// The document of this grant alone.
    package var sharedDocument: [UInt8] { LinkGrants([self]).documentBytes }
}
