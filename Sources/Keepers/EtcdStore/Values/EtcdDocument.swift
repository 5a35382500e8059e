import EtcdClient
import ExperimentsCore

/// The document that holds all values, where single ones are changed in it.
struct EtcdDocument {
    private let bytes: [UInt8]?

    /// - Parameter bytes: what is there; nil for nothing.
    init(_ bytes: [UInt8]?) {
        self.bytes = bytes
    }

    /// The document with some values changed. Everything else in it, and its order, stays.
    ///
    /// - Throws: `ValueProblem` for one that is not an object of JSON: of YAML, comments and layout would be lost.
    func changed(by changes: [ValueProposal.Change]) throws(ValueProblem) -> [UInt8] {
        var object = JSONObject()
        if let bytes {
            guard let read = (try? JSONValue(parsing: bytes))?.object else {
                throw ValueProblem(
                    "the document with the values is not an object of JSON, so single values cannot be changed in it",
                    advice: "Write the whole document to a file, and `experiments values publish` it.")
            }
            object = read
        }
        for change in changes { object[change.name] = change.new.map { Self.json($0.text) } }
        return JSONValue.object(object).prettyBytes
    }

    /// The value of a text that is read back as that text: a number, a boolean, a list or an object as such.
    private static func json(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        guard let value = try? JSONValue(parsing: Array(text.utf8)), value.string == nil, !value.isNothing,
            value.valueText == text
        else { return .string(text) }
        return value
    }
}
