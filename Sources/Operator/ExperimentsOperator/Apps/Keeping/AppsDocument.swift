import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// The apps of a server, as they are stored in a file.
package struct AppsDocument: Sendable {
    /// The time at which it was written.
    package let savedAt: Date
    /// The address of the server; nil after it has stopped.
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
        savedAt = now
        self.server = server
        forgottenCount = registry.forgottenCount
        apps = registry.apps.values.sorted { ($1.lastSeen, $0.id) < ($0.lastSeen, $1.id) }
    }

    /// Returns whether the server that wrote it is running. Otherwise, its apps are only the last known ones.
    package func isLive(at now: Date) -> Bool {
        server != nil && abs(now.timeIntervalSince(savedAt)) < 2.5 * Self.heartbeat
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
        let advice = "delete the file; the server writes a new one"
        let document = try JSONValue(parsing: bytes) { FileProblem(path, $0, advice: advice) }
        let members = document.object?.valuesByName ?? [:]
        guard let version = members["version"]?.int, let saved = members["savedAt"]?.string,
            let date = RFC3339.date(from: saved), let apps = members["apps"]?.array
        else {
            throw FileProblem(
                path: path, message: "is not a list of apps: expected \"version\", \"savedAt\" and \"apps\"",
                advice: advice)
        }
        guard version == Self.version else {
            throw FileProblem(
                path: path, message: "has version \(version), but this program reads version \(Self.version)",
                advice: "use a newer version of this program")
        }
        savedAt = date
        server = members["server"]?.string
        forgottenCount = max(0, members["forgotten"]?.int ?? 0)
        let read = apps.map { (app: ConnectedApp($0), other: $0.object?["valuesOf"]?.int) }
        self.apps = read.compactMap { app, other in
            guard var app else { return nil }
            // Values that several apps share are written once, with the first of them.
            if let other, read.indices.contains(other), let values = read[other].app?.values {
                app.hold(values)
            }
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
            // Apps with the same values share them here as in memory. Otherwise, the file of a thousand phones would
            // have the same values a thousand times, and each write would take a second.
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
/// The file is next to the overrides. Commands read it instead of asking the server, so they need neither its address
/// nor its token, and show the last known state if no server is running.
package struct AppsFile: Sendable, Hashable {
    private static let folderName = ".linked-apps"
    private static let sizeLimit = 64 << 20

    /// The path of the file.
    package let path: String

    /// Creates the file next to the overrides at `path`. Symbolic links are followed.
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
        try Folders.hideFromGit(PathText.folder(of: path))
        try AtomicFile.write(document.bytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }
}

// An app in documents: the file of a server, and the output of commands.
extension ConnectedApp {
    /// The app as JSON, without its values and events.
    package var summary: JSONObject {
        var members = JSONObject()
        members["id"] = .string(id.description)
        members["app"] = .string(identity.app)
        members["installation"] = .string(identity.installation)
        members["version"] = identity.version.map(JSONValue.string)
        members["build"] = identity.build.map(JSONValue.string)
        members["system"] = identity.system.map(JSONValue.string)
        members["device"] = identity.device.map(JSONValue.string)
        members["connected"] = .bool(isConnected)
        members["streams"] = .number(String(streams))
        members["firstSeen"] = .string(RFC3339.text(of: firstSeen))
        members["lastSeen"] = .string(RFC3339.text(of: lastSeen))
        members["reportedAt"] = reportedAt.map { .string(RFC3339.text(of: $0)) }
        members["keys"] = .number(String(counts.keys))
        members["overrides"] = .number(String(counts.overrides))
        members["missing"] = .number(String(counts.missing))
        members["incorrect"] = .number(String(counts.incorrect))
        members["revision"] = revision.map { .string($0.description) }
        members["fetchedAt"] = fetchedAt.map { .string(RFC3339.text(of: $0)) }
        members["sourceVersion"] = sourceVersion.map(JSONValue.string)
        members["roundTrip"] = roundTrip.map { .number(NumberText.text(of: $0)) }
        members["clockSkew"] = .number(NumberText.text(of: clockSkew))
        members["lostEvents"] = .number(String(lostEvents))
        return members
    }

    /// The app as JSON.
    package var members: JSONObject {
        var members = summary
        members["values"] = values.map { .array($0.keys.map(\.json)) }
        members["doings"] = doingsJSON
        return members
    }

    /// The last actions of the app.
    var doingsJSON: JSONValue { .array(doings.map(\.json)) }

    /// Shares the values of another app.
    mutating func hold(_ other: AppValues) { (values, counts) = (other, other.counts) }

    /// Reads an app; nil if the value is not one. Members of the wrong type count as absent.
    package init?(_ value: JSONValue) {
        guard let members = value.object?.valuesByName, let app = members["app"]?.string,
            let installation = members["installation"]?.string, let first = members["firstSeen"]?.date,
            let last = members["lastSeen"]?.date
        else { return nil }
        func count(_ name: String) -> Int { max(0, members[name]?.int ?? 0) }
        let identity = AppIdentity(
            app: app, version: members["version"]?.string, build: members["build"]?.string,
            system: members["system"]?.string, device: members["device"]?.string, installation: installation)
        self.init(
            identity, firstSeen: first, lastSeen: last, streams: count("streams"),
            counts: AppCounts(
                keys: count("keys"), overrides: count("overrides"), missing: count("missing"),
                incorrect: count("incorrect")),
            values: members["values"]?.array.map { AppValues($0.compactMap { ReportedKey($0) }) })
        reportedAt = members["reportedAt"]?.date
        revision = members["revision"]?.string.flatMap(LinkRevision.init)
        fetchedAt = members["fetchedAt"]?.date
        sourceVersion = members["sourceVersion"]?.string
        roundTrip = members["roundTrip"]?.double
        clockSkew = members["clockSkew"]?.double ?? 0
        lostEvents = count("lostEvents")
        doings = members["doings"]?.array?.compactMap { ReportedAppEvent($0) } ?? []
    }
}

extension ReportedKey {
    fileprivate init?(_ value: JSONValue) {
        guard let members = value.object, let name = members["key"]?.string,
            let status = members["status"]?.string.flatMap(KeyStatus.init)
        else { return nil }
        self.init(
            name, status: status, value: members["value"]?.string,
            supplier: members["supplier"]?.string.flatMap(Supplier.init), problem: members["problem"]?.string)
        fullLength = members["fullLength"]?.int ?? fullLength
        pending = members["pending"]?.string
    }
}

extension ReportedAppEvent {
    /// `{"at", "kind", "of", "text"}`.
    package var json: JSONValue {
        var members = JSONObject()
        members["at"] = .string(RFC3339.text(of: date))
        members["kind"] = .string(kind.rawValue)
        members["of"] = subject.map(JSONValue.string)
        members["text"] = .string(text)
        return .object(members)
    }

    fileprivate init?(_ value: JSONValue) {
        guard let members = value.object, let date = members["at"]?.date,
            let kind = members["kind"]?.string.flatMap(Kind.init)
        else { return nil }
        self.init(at: date, kind, of: members["of"]?.string, members["text"]?.string ?? "")
    }
}

extension JSONValue {
    fileprivate var date: Date? { string.flatMap { RFC3339.date(from: $0) } }
}
