import ExperimentsProject
import ExperimentsSupport

/// The fields of events in the rows of a CSV file.
struct CSVFields {
    private let header: [String]
    private let places: [EventColumns.Place]
    /// The columns that hold properties as JSON.
    private let containers: [Int]
    private var properties: JSONFields

    init(_ header: [String], _ columns: EventColumns) throws(EventFileProblem) {
        (self.header, places, properties) = (header, try columns.places(in: header), JSONFields(columns))
        containers = header.indices.filter { EventField.containers.contains(EventField.plain(header[$0])) }
    }

    /// What a row says.
    ///
    /// - Throws: `EventFileProblem` for a row with more fields than the header.
    mutating func texts(of row: CSVReader.Row) throws(EventFileProblem) -> FieldTexts {
        guard row.fields.dropFirst(header.count).allSatisfy(\.isEmpty) else {
            throw EventFileProblem(
                "the row has \(row.fields.count) fields, and the header \(header.count)", line: row.line,
                advice: "put a field that holds the separator in quotation marks")
        }
        var texts = FieldTexts()
        for place in places where place.column < row.fields.count {
            let name = header[place.column]
            texts.take(
                Self.text(row.fields[place.column], place), as: place.role,
                from: place.path.map { "\(name).\($0)" } ?? name)
        }
        for column in containers where column < row.fields.count {
            properties.takeProperties(.string(row.fields[column]), of: header[column], into: &texts)
        }
        return texts
    }

    private static func text(_ field: String, _ place: EventColumns.Place) -> String? {
        guard let path = place.path else { return field }
        return JSONFields.object(.string(field)).flatMap { JSONFields.value(at: path[...], in: $0) }
            .flatMap { JSONFields.text($0, place.role.field) }
    }
}
