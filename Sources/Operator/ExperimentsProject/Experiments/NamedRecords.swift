import ExperimentsCore
import MarkedYAML

/// Reads a list of records, each of which has a name of its own.
enum NamedRecords {
    /// Reads the list `member` of the project file, in order.
    ///
    /// - Parameters:
    ///   - noun: the word for one record, for example `metric`.
    ///   - read: returns a value from a record and its name. The decoder is at the record.
    static func read<Value>(
        _ node: YAMLNode, at member: String, noun: String, fields: [String], _ decoder: inout ProjectDecoder,
        read: (DocumentRecord<YAMLNode>, String, inout ProjectDecoder) -> Value?
    ) -> [Value] {
        if node.isNull { return [] }
        decoder.enter(member)
        defer { decoder.leave() }
        guard let items = decoder.list(node, expected: "a list of \(noun)s") else { return [] }
        var places: [String: YAMLNode] = [:]
        var values: [Value] = []
        for (index, item) in items.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            let expected = "fields such as 'name' and '\(fields[1])'"
            guard let record = decoder.record(item, fields: fields, expected: expected) else { continue }
            guard let place = decoder.required("name", of: record) else { continue }
            guard let name = decoder.line(place, at: "name") else { continue }
            if let earlier = places[name] {
                decoder.note(
                    "\(noun) '\(name)' is declared twice: first at \(earlier.line):\(earlier.column)", at: place,
                    .member("name"))
            }
            places[name] = place
            if let value = read(record, name, &decoder) { values.append(value) }
        }
        return values
    }
}
