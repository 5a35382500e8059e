import ExperimentsCore
import Foundation

/// What is known about one published version of a template.
public struct TemplateVersion: Sendable, Hashable {
    /// What the service says about it, with every member.
    public let json: JSONObject

    /// A version as the service writes it.
    public init(_ json: JSONObject) {
        self.json = json
    }

    /// Its number; versions are counted from 1.
    public var number: Int64? { json["versionNumber"]?.int64 }
    /// When it was published.
    public var updatedAt: Date? { json["updateTime"]?.string.flatMap(RFC3339.date) }
    /// Who published it: an e-mail address, or a name where there is none.
    public var author: String? {
        let user = json["updateUser"]?.object
        return (user?["email"] ?? user?["name"])?.string
    }
    /// From where it was published, for example `CONSOLE` or `REST_API`.
    public var origin: String? { json["updateOrigin"]?.string }
    /// How it was published, for example `INCREMENTAL_UPDATE`, `FORCED_UPDATE` or `ROLLBACK`.
    public var type: String? { json["updateType"]?.string }
    /// What its author wrote about it.
    public var description: String? { json["description"]?.string }
    /// The version that a rollback brought back.
    public var rollbackSource: Int64? { json["rollbackSource"]?.int64 }
}
