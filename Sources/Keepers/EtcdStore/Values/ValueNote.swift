import EtcdClient
import ExperimentsCore
import Foundation

/// The mark of a publication in the store: `{"at", "author", "program", "note", "names"}`. It shows whether the
/// publication was made.
struct ValueNote: Sendable, Hashable {
    var at: String?
    var author: String?
    var program: String?
    var note: String?
    var names: [String]

    /// The largest number of names that are kept. A document can change more at once.
    static let mostNames = 200

    var bytes: [UInt8] {
        var members = JSONObject()
        members["at"] = at.map(JSONValue.string)
        members["author"] = author.map(JSONValue.string)
        members["program"] = program.map(JSONValue.string)
        members["note"] = note.map(JSONValue.string)
        members["names"] = .array(names.prefix(Self.mostNames).map(JSONValue.string))
        return JSONValue.object(members).densestBytes
    }
}

extension ValueNote {
    /// Reads a note. Members that are missing, or that another program wrote, are not known.
    init(reading bytes: [UInt8]) {
        let members = (try? JSONValue(parsing: bytes))?.object
        at = members?["at"]?.string
        author = members?["author"]?.string
        program = members?["program"]?.string
        note = members?["note"]?.string
        names = members?["names"]?.array?.compactMap(\.string) ?? []
    }
}
