import EtcdClient
import ExperimentsCore

extension [ValueProposal.Change] {
    /// The document that holds all values after these changes. Everything else in it, and its order, stays.
    ///
    /// - Parameter document: what is there; nil for nothing.
    /// - Throws: `ValueProblem` for one that is not an object of JSON: of YAML, comments and layout would be lost.
    func applied(to document: [UInt8]?) throws(ValueProblem) -> [UInt8] {
        var object = JSONObject()
        if let document {
            guard let read = (try? JSONValue(parsing: document))?.object else {
                throw ValueProblem(
                    "the document with the values is not an object of JSON, so single values cannot be changed in it",
                    advice: "Write the whole document to a file, and `experiments values publish` it.")
            }
            object = read
        }
        for change in self { object[change.name] = change.new.map { Self.json($0.text) } }
        return JSONValue.object(object).prettyBytes
    }

    /// The value of a text that is read back as that text: a number, a boolean, a list or an object as such.
    private static func json(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        guard let value = try? JSONValue(parsing: [UInt8](text.utf8)), value.string == nil, !value.isNothing,
            value.valueText == text
        else { return .string(text) }
        return value
    }
}
