import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// One recorded conversation with an OFREP server, and what has to come of it.
struct ServerCase: Sendable, CustomTestStringConvertible {
    let id: String
    let server: String
    let steps: [JSONValue]

    init(_ json: JSONValue) {
        id = json["id"]?.string ?? ""
        server = json["server"]?.string ?? ""
        steps = json["steps"]?.array ?? [json]
    }

    var testDescription: String { id }

    /// All that are recorded; none where the recordings are not here.
    static let all: [ServerCase] = (recorded?["cases"]?.array ?? []).map(ServerCase.init)

    /// The files of the project that they are about.
    static var files: [String: String] {
        var files: [String: String] = [:]
        for member in recorded?["fixture"]?.object?.members ?? [] {
            files[member.name] = member.value.string ?? member.value.compactText
        }
        return files
    }

    private static let recorded = (try? Conformance.data("ofrep/server.json")).flatMap {
        try? JSONValue(parsing: Array($0))
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { object?[name] }
}
