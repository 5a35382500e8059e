import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// A template with its earlier versions.
struct TemplateHistory: Sendable {
    /// The maximum number of stored versions, as in the service.
    static let limit = 300
    /// The highest version number that a template may begin with. There are enough numbers above it for any number of
    /// publications.
    static let highestBrought: Int64 = 1 << 62

    /// The published template; nil if nothing was published yet.
    private(set) var template: RemoteConfigTemplate?
    /// The published version; 0 if nothing was published yet.
    private(set) var version: Int64 = 0
    /// The stored versions, the newest last.
    private(set) var versions: [PublishedVersion] = []
    /// The last version of an earlier run, above which this one begins; 0 for none.
    private let earlier: Int64

    init(above earlier: Int64 = 0) { self.earlier = min(max(earlier, 0), Self.highestBrought) }

    /// Publishes `template` under the next version.
    mutating func publish(_ template: RemoteConfigTemplate, _ note: PublishNote) {
        var template = template
        // A template may have a version number; versions never go back.
        let brought = note.keepsVersion ? min(template.versionNumber ?? 0, Self.highestBrought) : 0
        version = max(brought, max(version, earlier) + 1)
        let description = template.json["version"]?.object?["description"]?.string
        template.versionNumber = version
        self.template = template
        let json = note.json(number: version, description: description)
        versions.append(
            PublishedVersion(
                number: version, time: note.time, json: json, body: Self.body(of: template, json)))
        if versions.count > Self.limit { versions.removeFirst(versions.count - Self.limit) }
    }

    /// Returns the version with this number, if it is stored.
    func version(_ number: Int64) -> PublishedVersion? {
        versions.last { $0.number == number }
    }

    /// Returns the whole template with this `version` member.
    static func body(of template: RemoteConfigTemplate, _ version: JSONObject) -> [UInt8] {
        var document = template.json
        document["version"] = .object(version)
        return JSONValue.object(document).compactBytes
    }
}

/// One version of a template as it was published.
struct PublishedVersion: Sendable {
    let number: Int64
    let time: Date
    /// The template's `version` member.
    let json: JSONObject
    /// The whole template as JSON text, because a parsed template takes many times the memory.
    let body: [UInt8]
}

/// The author, the time and the kind of a publication.
struct PublishNote: Sendable {
    /// The kind of change, in the service's words.
    enum Kind: String, Sendable {
        case incremental = "INCREMENTAL_UPDATE"
        case forced = "FORCED_UPDATE"
        case rollback = "ROLLBACK"
    }

    var time: Date
    var kind = Kind.incremental
    /// The origin of the change, in the service's words.
    var origin = "CONSOLE"
    /// The author.
    var email = "emulator@localhost"
    /// The version that a rollback restored.
    var rollbackSource: Int64?
    /// Whether to use the version number of the template. Published versions never decrease.
    var keepsVersion = true

    /// The template's `version` member.
    func json(number: Int64, description: String?) -> JSONObject {
        var object = JSONObject()
        object["versionNumber"] = .string(String(number))
        object["updateTime"] = .string(RFC3339.text(of: time, milliseconds: true))
        object["updateUser"] = ["email": .string(email)]
        object["description"] = description.map(JSONValue.string)
        object["updateOrigin"] = .string(origin)
        object["updateType"] = .string(kind.rawValue)
        object["rollbackSource"] = rollbackSource.map { .string(String($0)) }
        return object
    }
}
