import Foundation

/// A value that is decoded from a JSON document.
///
/// Each property of the type is a member of the document. A document is incorrect if it lacks a member, or if a member
/// has another type. This kind of value has no baselines; a document can have a member for that. The macro
/// `@JSONRemoteValue` writes the conformance.
public protocol JSONRemoteValue: JSONInitializableRemoteValue, Codable {}

extension JSONRemoteValue {
    public init?(jsonData: Data) {
        guard let value = try? JSONDecoder().decode(Self.self, from: jsonData) else { return nil }
        self = value
    }
}
