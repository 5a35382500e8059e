import ExperimentsCore
import Foundation
import LinkProtocol

/// The apps of a server at some moment, as they are kept in a file.
package struct AppsDocument: Sendable {
    /// When it was written.
    package let savedAt: Date
    /// Where the server listened; nil once it was stopped.
    package let server: String?
    /// The apps, the latest heard of first.
    package let apps: [ConnectedApp]
    /// How many others the server forgot because there were too many.
    package let forgottenCount: Int

    private static let version = 1
    /// How much of the document what apps hold and did may take; of further apps only the numbers are kept.
    private static let detailBytes = 8 << 20
    /// A server that runs writes at least this often while apps are connected, in seconds.
    package static let heartbeat: TimeInterval = 30

    /// What a registry holds.
    package init(_ registry: AppRegistry, server: String?, at now: Date) {
        (savedAt, self.server, forgottenCount) = (now, server, registry.forgottenCount)
        apps = registry.apps.values.sorted { ($1.lastSeen, $0.id) < ($0.lastSeen, $1.id) }
    }

    /// Whether a server is running that wrote this: else its apps are only those that were there.
    package func isLive(at now: Date) -> Bool {
        server != nil && now.timeIntervalSince(savedAt) < 2.5 * Self.heartbeat
    }

    /// The apps as they are known now: without a server that runs, none is connected.
    package func apps(at now: Date) -> [ConnectedApp] {
        guard !isLive(at: now) else { return apps }
        return apps.map(\.disconnected)
    }

    /// Reads a document.
    ///
    /// - Parameter path: the file that a problem names.
    package init(parsing bytes: [UInt8], at path: String) throws(FileProblem) {
        let advice = "delete the file; whoever serves apps writes it anew"
        let members: [String: JSONValue]
        do throws(JSONProblem) {
            members = try JSONValue(parsing: bytes).object?.valuesByName ?? [:]
        } catch {
            throw FileProblem(
                path: path, message: error.message, line: error.line, column: error.column, advice: advice)
        }
        guard let version = members["version"]?.int, let saved = members["savedAt"]?.string,
            let date = RFC3339.date(from: saved), let apps = members["apps"]?.array
        else {
            throw FileProblem(
                path: path, message: "is no list of apps: expected 'version', 'savedAt' and 'apps'", advice: advice)
        }
        guard version == Self.version else {
            throw FileProblem(
                path: path, message: "has version \(version), and this program reads \(Self.version)",
                advice: "use a newer version of this program")
        }
        savedAt = date
        server = members["server"]?.string
        forgottenCount = max(0, members["forgotten"]?.int ?? 0)
        let read = apps.map { (app: ConnectedApp($0), other: $0.object?["valuesOf"]?.int) }
        self.apps = read.compactMap { app, other in
            guard var app else { return nil }
            // What several hold is written once, with the first of them.
            if let other, read.indices.contains(other), let values = read[other].app?.values { app.hold(values) }
            return app
        }
    }

    /// The document as JSON, in UTF-8.
    package var bytes: [UInt8] {
        var text: [UInt8] = []
        let server = server.map { ",\"server\":\(JSONValue.string($0).compactText)" } ?? ""
        text +=
            """
            {"version":\(Self.version),"savedAt":"\(RFC3339.text(of: savedAt))"\(server),\
            "forgotten":\(forgottenCount),"apps":[
            """.utf8
        var holders: [ObjectIdentifier: Int] = [:]
        for (index, app) in apps.enumerated() {
            text += index == 0 ? "\n".utf8 : ",\n".utf8
            var members = app.summary
            // Apps that hold the same share it here as in memory: else a file of a thousand phones would be of one value
            // a thousand times, and a second of work each time it is written.
            if let values = app.values, let holder = holders[ObjectIdentifier(values)] {
                members["valuesOf"] = .number(String(holder))
                members["doings"] = app.doingsJSON
            } else if text.count < Self.detailBytes {
                members = app.members
                if let values = app.values { holders[ObjectIdentifier(values)] = index }
            }
            text += JSONValue.object(members).compactBytes
        }
        return text + Array("\n]}\n".utf8)
    }
}

/// Where the apps of a server are kept: for the commands, which run beside it, and for its next start.
///
/// The file lies beside the overrides. Commands read it rather than ask the server: they need neither its address nor
/// its token then, and where no server runs they say what was last known.
package struct AppsFile: Sendable, Hashable {
    private static let folderName = ".linked-apps"
    private static let sizeLimit = 64 << 20

    /// The path of the file.
    package let path: String

    /// The file beside the overrides at `path`, through whichever symbolic link they are named.
    package init(besideOverridesAt path: String) {
        let target = (try? PathText.followingLinks(path)) ?? path
        self.path = PathText.join(
            PathText.join(PathText.folder(of: target), Self.folderName), PathText.name(of: target))
    }

    /// The document; nil where there is none, because nobody ever served apps.
    ///
    /// - Throws: `FileProblem`, with the place where the content is at fault.
    package func read() throws(FileProblem) -> AppsDocument? {
        guard let bytes = try FileBytes.readIfPresent(path, limit: Self.sizeLimit) else { return nil }
        return try AppsDocument(parsing: bytes, at: path)
    }

    /// Replaces the document, for the user alone to read.
    ///
    /// - Throws: `FileProblem`; the old one is there then.
    package func write(_ document: AppsDocument) throws(FileProblem) {
        let ignored = PathText.join(PathText.folder(of: path), ".gitignore")
        if !FileManager.default.fileExists(atPath: ignored) {
            try AtomicFile.write(Array("*\n".utf8), to: ignored, permissions: .ownerOnly)
        }
        try AtomicFile.write(document.bytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }
}
