import ExperimentsCore
import MarkedYAML

/// Reads `events:`.
enum EventsReader {
    static let fields = ["columns", "units"]

    /// Reads the section into a project.
    static func read(_ node: YAMLNode, into project: inout Project, _ decoder: inout ProjectDecoder) {
        decoder.enter("events")
        defer { decoder.leave() }
        if node.isNull { return }
        guard let record = decoder.record(node, fields: fields, expected: "the fields 'columns' and 'units'") else {
            return
        }
        if let columns = record["columns"], !columns.isNull { project.eventColumns = readColumns(columns, &decoder) }
        if let units = record["units"] {
            let names = ProjectUnits.allCases.map(\.rawValue)
            project.eventUnits = decoder.word(units, at: "units", among: names, ProjectUnits.init) ?? .hashed
        }
    }

    /// The columns of files of events, by what they hold.
    private static func readColumns(_ columns: YAMLNode, _ decoder: inout ProjectDecoder) -> [EventField: String] {
        decoder.enter("columns")
        defer { decoder.leave() }
        let known = EventField.allCases.map(\.rawValue)
        let words = "what a row says with the name of its column, such as {unit: user_id, at: seen_at}"
        guard let record = decoder.record(columns, fields: known, expected: words) else { return [:] }
        var names: [EventField: String] = [:]
        var takers: [String: EventField] = [:]
        for field in EventField.allCases {
            let expected = "the name of a column, such as user_id"
            guard let name = decoder.line(field.rawValue, of: record, expected: expected) else { continue }
            if let other = takers.updateValue(field, forKey: name) {
                decoder.refuse(
                    "names the column '\(name)', which is the '\(other.rawValue)' already", at: field.rawValue,
                    record[field.rawValue])
            }
            names[field] = name
        }
        return names
    }
}
