import ExperimentsCore
import Foundation

/// Reads the members of an object in the gateway's JSON.
///
/// The gateway leaves out members that are zero, false or empty, and writes 64-bit numbers as text and bytes as base64.
/// Unknown members are ignored, because later versions have more.
struct EtcdFields {
    private let object: JSONObject
    private let place: String

    /// - Parameter place: what messages call the object.
    init(_ value: JSONValue, place: String = "the response") throws(MessageError) {
        guard let object = value.object else {
            throw MessageError("\(place) is not an object but of the kind \(value.kindName)")
        }
        self.object = object
        self.place = place
    }

    func number(_ name: String) throws(MessageError) -> Int64 {
        guard let value = object[name] else { return 0 }
        guard let number = value.int64 else { throw wrong(name, value, expected: "a number of 64 bits") }
        return number
    }

    /// Returns a number without a sign: IDs of clusters and members use all 64 bits.
    func id(_ name: String) throws(MessageError) -> UInt64 {
        guard let value = object[name] else { return 0 }
        switch value {
        case .number(let text), .string(let text):
            if let number = UInt64(text) { return number }
        default: break
        }
        throw wrong(name, value, expected: "a number of 64 bits without a sign")
    }

    func truth(_ name: String) throws(MessageError) -> Bool {
        guard let value = object[name] else { return false }
        guard let truth = value.bool else { throw wrong(name, value, expected: "true or false") }
        return truth
    }

    func text(_ name: String) throws(MessageError) -> String {
        guard let value = object[name] else { return "" }
        guard let text = value.string else { throw wrong(name, value, expected: "a string") }
        return text
    }

    func bytes(_ name: String) throws(MessageError) -> [UInt8] {
        guard let value = object[name] else { return [] }
        guard let bytes = value.string.flatMap({ Data(base64Encoded: $0) }) else {
            throw wrong(name, value, expected: "base64")
        }
        return Array(bytes)
    }

    func texts(_ name: String) throws(MessageError) -> [String] {
        var texts: [String] = []
        for element in try elements(name) {
            guard let text = element.string else { throw wrong(name, element, expected: "strings") }
            texts.append(text)
        }
        return texts
    }

    /// Returns the object called `name`; nil if there is none.
    func fields(_ name: String) throws(MessageError) -> EtcdFields? {
        guard let value = object[name], !value.isNothing else { return nil }
        return try EtcdFields(value, place: "\"\(name)\" of \(place)")
    }

    /// Returns the objects of the array called `name`.
    func list(_ name: String) throws(MessageError) -> [EtcdFields] {
        var list: [EtcdFields] = []
        for element in try elements(name) {
            list.append(try EtcdFields(element, place: "an element of \"\(name)\""))
        }
        return list
    }

    private func elements(_ name: String) throws(MessageError) -> [JSONValue] {
        guard let value = object[name], !value.isNothing else { return [] }
        guard let elements = value.array else { throw wrong(name, value, expected: "an array") }
        return elements
    }

    private func wrong(_ name: String, _ value: JSONValue, expected: String) -> MessageError {
        // Do not quote the text: it may be a value of the store.
        MessageError("\"\(name)\" of \(place) is not \(expected) but of the kind \(value.kindName)")
    }
}

/// The header of every response.
package struct EtcdHeader: Sendable, Hashable {
    /// The cluster that answered.
    package let clusterID: UInt64
    /// The member that answered.
    package let memberID: UInt64
    /// The revision of the store at the time of the response: the number of all changes in the cluster. 0 if the
    /// response does not contain it.
    package let revision: Int64

    /// Creates a header.
    package init(clusterID: UInt64, memberID: UInt64, revision: Int64) {
        self.clusterID = clusterID
        self.memberID = memberID
        self.revision = revision
    }

    /// - Parameter answer: a response, whose header may be missing if all its fields are zero.
    init(of answer: EtcdFields) throws(MessageError) {
        let fields = try answer.fields("header")
        self.init(
            clusterID: try fields?.id("cluster_id") ?? 0, memberID: try fields?.id("member_id") ?? 0,
            revision: try fields?.number("revision") ?? 0)
    }
}
