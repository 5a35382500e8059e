import ExperimentsCore
import Foundation
import LinkProtocol

// An app as documents have it: the file that a server keeps, and what commands print.
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

    /// Holds what another app does.
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
