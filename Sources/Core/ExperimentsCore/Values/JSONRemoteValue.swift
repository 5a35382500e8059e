import Foundation

/// A value that a JSON document describes.
///
/// Each property of the type is a member of the document. A document that lacks one, or has one of another type, is
/// incorrect. There is no baseline of this kind: a document has room for a member that says so.
public protocol JSONRemoteValue: JSONInitializableRemoteValue, Codable {}

extension JSONRemoteValue {
    public init?(jsonData: Data) {
        guard let value = try? JSONDecoder().decode(Self.self, from: jsonData) else { return nil }
        self = value
    }
}
