import ExperimentsLinkProtocol
import ExperimentsServer
import ExperimentsSupport
import ExperimentsTeam
import Foundation

/// The storage of links: the team's store, if there is one, so that every server of the project accepts the app;
/// otherwise a file next to the overrides.
struct LinkStorage: Sendable {
    private let file: LinkGrantStore
    private let team: TeamStore?

    /// - Throws: `FileProblem` if the file cannot be read.
    init(_ target: OverrideTarget) throws {
        try self.init(besideOverridesAt: target.files.path, team: target.shared)
    }

    init(besideOverridesAt path: String, team: TeamStore?) throws {
        file = LinkGrantStore(besideOverridesAt: path)
        self.team = team
        if let problem = file.problem { throw problem }
    }

    /// The path of the file, or the place of the team's store.
    var path: String { team?.place ?? file.path }

    /// Returns the time limit for a number of changes, for a command with these waits.
    func limit(_ waits: WaitLimit?, changes: Int) -> WaitLimit? {
        team == nil ? waits : waits.ofStoreChanges(changes)
    }

    /// All links.
    var grants: LinkGrants {
        let shared = SharedLinkGrants(beside: file)
        shared.adopt(team?.view.library.links ?? [:])
        return shared.grants
    }

    /// Issues a secret for an app.
    ///
    /// - Throws: `MessageError`, or the error of the file or the store.
    func issue(for app: String, at now: Date) async throws -> (secret: LinkSecret, grant: LinkGrant) {
        guard let team else {
            return try await OwnThread.run { [file] in
                var random = SystemRandomNumberGenerator()
                return try file.issue(for: app, by: Environment.author, at: now, using: &random)
            }
        }
        var random = SystemRandomNumberGenerator()
        let (shared, _) = SharedLinkGrants.read(team.view.library.links)
        let issued = try shared.issuing(for: app, by: Environment.author, at: now, using: &random)
        try await team.make(.saveLink(issued.grant.sharedName, issued.grant.sharedDocument))
        for grant in issued.revoked { try await team.make(.deleteLink(grant.sharedName)) }
        return (issued.secret, issued.grant)
    }

    /// Revokes the links of an app, or one of them; the links of all apps if no app is named.
    ///
    /// - Returns: the revoked links.
    func revoke(app: String?, id: String?) async throws -> [LinkGrant] {
        let revoking = { @Sendable [file] in try file.revoke(app: app, id: id) }
        guard let team else { return try await OwnThread.run(revoking) }
        // Do first what can fail, so that a failure changes nothing.
        let shared = SharedLinkGrants.read(team.view.library.links).0.named(app: app, id: id)
        for grant in shared { try await team.make(.deleteLink(grant.sharedName)) }
        return try await OwnThread.run(revoking) + shared
    }
}

extension LinkInvitation {
    /// Returns the scheme of an app's debug build: the name without characters that are not allowed in a scheme, and
    /// `-debug`.
    static func scheme(of app: String) -> String {
        let name = app.lowercased().filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
        }
        let isScheme = name.first?.isLetter ?? false
        return (isScheme ? name : "app" + name) + "-debug"
    }
}
