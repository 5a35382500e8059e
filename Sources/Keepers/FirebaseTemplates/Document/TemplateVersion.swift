import ExperimentsCore
import Foundation

/// Information about one published version of a template.
public struct TemplateVersion: Sendable, Hashable {
    /// The complete information from the service.
    public let json: JSONObject

    /// Creates a version from the JSON of the service.
    public init(_ json: JSONObject) {
        self.json = json
    }

    /// The number. The first version is 1.
    public var number: Int64? { json["versionNumber"]?.int64 }
    /// The time at which it was published.
    public var updatedAt: Date? { json["updateTime"]?.string.flatMap(RFC3339.date) }
    /// The author: an e-mail address, or a name if there is none.
    public var author: String? {
        let user = json["updateUser"]?.object
        return (user?["email"] ?? user?["name"])?.string
    }
    /// The program from which it was published, for example `CONSOLE` or `REST_API`.
    public var origin: String? { json["updateOrigin"]?.string }
    /// The kind of publication, for example `INCREMENTAL_UPDATE`, `FORCED_UPDATE` or `ROLLBACK`.
    public var type: String? { json["updateType"]?.string }
    /// The description of the version by its author.
    public var description: String? { json["description"]?.string }
    /// The version that a rollback restored.
    public var rollbackSource: Int64? { json["rollbackSource"]?.int64 }
}
