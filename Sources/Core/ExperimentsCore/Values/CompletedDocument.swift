import Foundation

/// A value that was decoded from a JSON document, with the members that the document lacks taken from a default.
///
/// Only what decoding needs is added: an absent member of an optional stays absent, and a member with a wrong value is
/// still a mistake.
struct CompletedDocument<Value: Decodable> {
    let value: Value
    /// The paths of the members that were added, in the order of decoding.
    let added: [String]

    /// The most members that are added. Each of them takes another decoding.
    private static var limit: Int { 200 }

    /// Decodes a document.
    ///
    /// - Parameter standard: returns the default; nil if it has no JSON.
    /// - Throws: the error of decoding that the default cannot mend.
    init(_ text: Data, standard: () -> JSONValue?) throws {
        let found = try Self.decoded(text, standard: standard)
        value = found.value
        added = found.added
    }

    private static func decoded(_ text: Data, standard: () -> JSONValue?) throws -> (
        value: Value, added: [String]
    ) {
        var text = text
        var document: JSONValue?
        var complete: JSONValue?
        var added: [String] = []
        while true {
            do {
                return (try JSONDecoder().decode(Value.self, from: text), added)
            } catch {
                guard added.count < limit, let path = missingMember(error) else { throw error }
                complete = complete ?? standard()
                guard let member = complete?.member(at: path[...]),
                    var next = document ?? (try? JSONValue(parsing: Array(text))),
                    next.add(member, at: path[...])
                else { throw error }
                document = next
                text = Data(next.densestBytes)
                added.append(path.joined(separator: "."))
            }
        }
    }

    /// Returns the path of the member whose absence an error reports; nil for another error, and in arrays.
    private static func missingMember(_ error: any Error) -> [String]? {
        guard case DecodingError.keyNotFound(let key, let context) = error else { return nil }
        let path = context.codingPath + [key]
        return path.contains { $0.intValue != nil } ? nil : path.map(\.stringValue)
    }
}

extension JSONValue {
    /// Returns the JSON of a value; nil if it cannot be encoded.
    static func encoding(_ value: some Encodable) -> JSONValue? {
        (try? JSONEncoder().encode(value)).flatMap { try? JSONValue(parsing: Array($0)) }
    }

    fileprivate func member(at path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return self }
        return object?[name]?.member(at: path.dropFirst())
    }

    /// Adds a member that does not exist. Returns false if there is no object for it.
    fileprivate mutating func add(_ member: JSONValue, at path: ArraySlice<String>) -> Bool {
        guard let name = path.first, var object else { return false }
        if path.count == 1 {
            guard object[name] == nil else { return false }
            object[name] = member
        } else {
            guard var inner = object[name], inner.add(member, at: path.dropFirst()) else { return false }
            object[name] = inner
        }
        self = .object(object)
        return true
    }
}
