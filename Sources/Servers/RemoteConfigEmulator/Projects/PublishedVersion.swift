import ExperimentsCore
import Foundation

/// One version of a template as it was published.
struct PublishedVersion: Sendable {
    let number: Int64
    let time: Date
    /// The template's `version` member.
    let json: JSONObject
    /// The whole template as JSON text: what is parsed takes many times the room.
    let body: [UInt8]
}
