import ExperimentsCore
import Foundation
import TestSupport

/// The recorded behavior of the original.
enum Vectors {
    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Conformance.data("active_config/" + name))
    }

    /// The cases of a file of vectors.
    static func cases(_ name: String) throws -> [JSONObject] {
        try JSONValue(parsing: try bytes(name)).object?["cases"]?.array?.compactMap(\.object) ?? []
    }
}
