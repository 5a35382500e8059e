import ExperimentsCore
import Foundation

/// How a version came about.
struct PublishNote: Sendable {
    /// What kind of change it is, in the service's words.
    enum Kind: String, Sendable {
        case incremental = "INCREMENTAL_UPDATE"
        case forced = "FORCED_UPDATE"
        case rollback = "ROLLBACK"
    }

    var time: Date
    var kind = Kind.incremental
    /// From where, in the service's words.
    var origin = "CONSOLE"
    /// Who did it.
    var email = "emulator@localhost"
    /// The version that a rollback brought back.
    var rollbackSource: Int64?
    /// Whether the version number that the template brings counts; a published one never goes back all the same.
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
