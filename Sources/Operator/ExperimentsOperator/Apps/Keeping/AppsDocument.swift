import ExperimentsCore
import Foundation
import LinkProtocol

/// The apps of a server at a moment, as they are stored in a file.
package struct AppsDocument: Sendable {
    /// The time at which it was written.
    package let savedAt: Date
    /// The address of the server; nil once it has stopped.
    package let server: String?
    /// The apps, by the time of the last contact, the latest first.
    package let apps: [ConnectedApp]
    /// The number of other apps that the server forgot because there were too many.
    package let forgottenCount: Int

    private static let version = 1
    /// The largest part of the document, in bytes, for the values and actions of apps. Of further apps, only the
    /// numbers are stored.
    private static let detailBytes = 8 << 20
    /// The longest time between two writes of a running server with connected apps, in seconds.
    package static let heartbeat: TimeInterval = 30

    /// Creates the document from a registry.
    package init(_ registry: AppRegistry, server: String?, at now: Date) {
        (savedAt, self.server, forgottenCount) = (now, server, registry.forgottenCount)
        apps = registry.apps.values.sorted { ($1.lastSeen, $0.id) < ($0.lastSeen, $1.id) }
    }

    /// Returns whether the server that wrote it is running. Otherwise, its apps are only the last known ones.
    package func isLive(at now: Date) -> Bool {
        server != nil && now.timeIntervalSince(savedAt) < 2.5 * Self.heartbeat
    }

    /// Returns the present state of the apps. Without a running server, none is connected.
    package func apps(at now: Date) -> [ConnectedApp] {
        guard !isLive(at: now) else { return apps }
        return apps.map(\.disconnected)
    }

    /// Reads a document.
    ///
    /// - Parameter path: the path for errors.
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

/// The file for the apps of a server, which commands read, and which the server reads at its next start.
///
/// The file is beside the overrides. Commands read it instead of asking the server, so they need neither its address
/// nor its token, and show the last known state if no server is running.
package struct AppsFile: Sendable, Hashable {
    private static let folderName = ".linked-apps"
    private static let sizeLimit = 64 << 20

    /// The path of the file.
    package let path: String

    /// Creates the file beside the overrides at `path`. Symbolic links are followed.
    package init(besideOverridesAt path: String) {
        let target = (try? PathText.followingLinks(path)) ?? path
        self.path = PathText.join(
            PathText.join(PathText.folder(of: target), Self.folderName), PathText.name(of: target))
    }

    /// Reads the document; nil if there is none, because apps were never served.
    ///
    /// - Throws: `FileProblem`, with the place if the content is wrong.
    package func read() throws(FileProblem) -> AppsDocument? {
        guard let bytes = try FileBytes.readIfPresent(path, limit: Self.sizeLimit) else { return nil }
        return try AppsDocument(parsing: bytes, at: path)
    }

    /// Replaces the document. Only the user can read it.
    ///
    /// - Throws: `FileProblem`. The old document is then unchanged.
    package func write(_ document: AppsDocument) throws(FileProblem) {
        let ignored = PathText.join(PathText.folder(of: path), ".gitignore")
        if !FileManager.default.fileExists(atPath: ignored) {
            try AtomicFile.write(Array("*\n".utf8), to: ignored, permissions: .ownerOnly)
        }
        try AtomicFile.write(document.bytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }
}
