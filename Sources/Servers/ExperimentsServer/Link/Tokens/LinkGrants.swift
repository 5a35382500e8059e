import ExperimentsSupport
import Foundation

/// The rights of the holder of a secret: to receive the overrides of one app, and to report what that app uses.
package struct LinkGrant: Sendable, Hashable {
    /// The first digits of the secret's digest, by which people tell grants apart.
    package var id: String { String(digest.hexadecimal.prefix(8)) }
    /// The app.
    package let app: String
    /// When the secret was issued.
    package let issuedAt: Date
    /// The person who issued it.
    package let author: String?
    let digest: LinkDigest
}

/// The grants that were issued and not revoked.
package struct LinkGrants: Sendable, Hashable {
    /// The most grants of one app. Whoever issues another revokes the oldest.
    package static let limitOfApp = 100
    /// The most grants of all apps.
    package static let limit = 10_000

    /// The grants, the oldest first.
    package private(set) var all: [LinkGrant]

    init(_ all: [LinkGrant] = []) {
        self.all = all
    }

    /// No grants.
    package static let none = LinkGrants()

    /// Returns the grant of a secret; nil if the secret is unknown or was revoked. It takes as long for each secret,
    /// whichever grant it is for.
    package func grant(for secret: LinkSecret) -> LinkGrant? {
        let digest = secret.digest
        var found: LinkGrant?
        for grant in all where grant.digest.isSame(as: digest) { found = grant }
        return found
    }

    /// Issues a secret for an app.
    ///
    /// - Returns: the grant.
    /// - Throws: `LinkGrantProblem` where there are too many grants of other apps.
    mutating func issue(
        _ secret: LinkSecret, for app: String, by author: String?, at now: Date
    ) throws(LinkGrantProblem) -> LinkGrant {
        let own = all.filter { $0.app == app }
        if own.count >= Self.limitOfApp, let oldest = own.first { all.removeAll { $0 == oldest } }
        guard all.count < Self.limit else {
            throw LinkGrantProblem(
                "there are \(all.count) links, and no more are kept",
                advice: "revoke those of an app that needs none any more: experiments link --revoke --app NAME")
        }
        let grant = LinkGrant(app: app, issuedAt: now, author: author, digest: secret.digest)
        all.append(grant)
        return grant
    }

    /// Revokes the grants of an app, or one of them.
    ///
    /// - Parameters:
    ///   - app: the app; nil for all of them.
    ///   - id: the only grant to revoke, if one was named.
    /// - Returns: those that were revoked.
    mutating func revoke(app: String?, id: String? = nil) -> [LinkGrant] {
        let revoked = all.filter { (app == nil || $0.app == app) && (id == nil || $0.id == id) }
        all.removeAll { revoked.contains($0) }
        return revoked
    }
}

/// Why a link cannot be issued or read.
package struct LinkGrantProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong.
    package let message: String
    /// What to do about it.
    package let advice: String?

    init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
    }

    /// The message.
    package var description: String { message }
}
