import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// What is kept of the apps of a project, by whichever program serves them.
struct KeptApps {
    /// Where it is kept.
    let file: AppsFile
    /// The apps as they are known now.
    let apps: [ConnectedApp]
    private let document: AppsDocument?
    private let isLive: Bool

    /// What is kept beside the overrides of the project that the settings name, or that is found from here.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    init(_ settings: Settings, at now: Date) throws {
        let located = try LocatedProject(settings)
        let overrides = OverrideFiles(settings, located, watcher: nil)
        let team = try TeamConnection.store(settings, located).map { TeamApps($0) }
        try team?.readOnce()
        try self.init(AppsFile(besideOverridesAt: overrides.path), and: team?.apps ?? [], at: now)
    }

    /// What a file holds, and what other servers know.
    init(_ file: AppsFile, and others: [ConnectedApp] = [], at now: Date) throws {
        self.file = file
        document = try file.read()
        let own = document.map { KnownApps($0, at: now) } ?? KnownApps([])
        apps = Array(own.joined(by: others).apps.values)
        isLive = document?.isLive(at: now) ?? false
    }

    /// Where the server listens that knows them; nil where none runs.
    var server: String? { isLive ? document?.server : nil }

    /// What documents begin with.
    var members: JSONObject {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["server"] = server.map(JSONValue.string)
        members["forgotten"] = .number(String(document?.forgottenCount ?? 0))
        return members
    }

    /// Why there are none, and what to do.
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
