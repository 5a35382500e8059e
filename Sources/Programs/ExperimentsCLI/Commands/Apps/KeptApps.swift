import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// Where it is kept what is known of the apps of a project.
struct AppsPlaces {
    /// The file of the server on this machine.
    let file: AppsFile
    /// The apps that the servers of the team know; nil without a team.
    let team: TeamApps?

    /// Those of the project that the settings name, or that is found from here.
    init(_ settings: Settings) throws {
        let located = try LocatedProject(settings)
        file = AppsFile(besideOverridesAt: OverrideFiles(settings, located, watcher: nil).path)
        team = try TeamConnection.store(settings, located).map { TeamApps($0) }
        try team?.readOnce()
    }
}

/// The stored apps of a project, whichever programs serve them.
struct KeptApps {
    /// The apps as they are known now.
    let apps: [ConnectedApp]
    private let document: AppsDocument?
    private let isLive: Bool

    /// Reads the apps of the project that the settings name, or that is found from here.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    init(_ settings: Settings, at now: Date) throws {
        try self.init(AppsPlaces(settings), at: now)
    }

    /// Reads the apps that are stored at some places now.
    init(_ places: AppsPlaces, at now: Date) throws {
        document = try places.file.read()
        let own = document.map { KnownApps($0, at: now) } ?? KnownApps([])
        apps = Array(own.joined(by: places.team?.apps ?? []).apps.values)
        isLive = document?.isLive(at: now) ?? false
    }

    /// Where the server listens that knows them; nil if none runs.
    var server: String? { isLive ? document?.server : nil }

    /// The first members of documents about apps.
    var members: Document {
        ["server": server, "forgotten": document?.forgottenCount ?? 0]
    }

    /// The reason why there are none, and what to do.
    var emptyWords: String {
        if let server { return "no app is linked yet to \(server); `experiments link` makes a link for one" }
        return "no apps are known: `experiments serve` serves them, `experiments link` links one"
    }

    /// The app that a text means.
    func app(named text: String) throws -> ConnectedApp {
        let id = try AppID.named(text, among: apps.map(\.id))
        guard let app = apps.first(where: { $0.id == id }) else { throw CommandProblem(emptyWords) }
        return app
    }
}
