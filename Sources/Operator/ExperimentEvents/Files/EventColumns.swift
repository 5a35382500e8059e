import ExperimentsProject
import ExperimentsSupport

/// The meaning of the columns or members of a file.
package struct EventColumns: Sendable, Hashable {
    /// The meaning of a column, and its rank among columns with the same meaning: 0 is the best.
    struct Role: Sendable, Hashable {
        let field: EventField
        let rank: Int
    }

    /// A column, and the path to a member if its text is JSON.
    struct Place: Sendable, Hashable {
        let column: Int
        let role: Role
        let path: String?
    }

    /// The maximum number of columns in a message.
    private static let listedColumns = 20

    /// The columns named for these files, which must exist. An empty name means none.
    private var named: [EventField: String]
    /// The columns named by the project for all files. A file may have one of the usual names instead.
    private let declared: [EventField: String]

    /// - Parameters:
    ///   - named: the columns of these files whose names are not the usual ones.
    ///   - declared: the columns named by the project file.
    package init(_ named: [EventField: String] = [:], declared: [EventField: String] = [:]) {
        self.named = named
        self.declared = declared
    }

    /// Reads `field=column`, or `field=` for no column.
    ///
    /// - Throws: `EventFileProblem` for any other text.
    package mutating func name(_ text: String) throws(EventFileProblem) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
        )
        .map { String($0) ?? "" }
        let fields = EventField.allCases.map(\.rawValue)
        guard parts.count == 2, let field = EventField(rawValue: parts[0]) else {
            let near = parts.first.flatMap { SpellingSuggestion.nearest(to: $0, in: fields) }
            throw EventFileProblem(
                "invalid column \(Quotation.of(text)): expected FIELD=NAME, such as unit=user_id",
                advice: near.map { "did you mean `\($0)=…`?" }
                    ?? "the fields are \(fields.joined(separator: ", "))")
        }
        named[field] = parts[1]
    }

    /// The columns named for these files, which must exist.
    var required: [EventField: String] { named.filter { !$0.value.isEmpty } }

    /// The names that lead into a nested member: `properties.revenue`.
    var paths: [(name: String, role: Role)] {
        let all =
            named.map { (name: $1, role: Role(field: $0, rank: 0)) }
            + declared.filter { named[$0.key] == nil }.map { (name: $1, role: Role(field: $0, rank: 2)) }
        return all.filter { $0.name.utf8.contains(UInt8(ascii: ".")) }
    }

    /// Returns the meaning of a column or a member with this name; nil for none.
    ///
    /// - Parameter nested: whether it is one of an event's properties.
    func role(of name: String, nested: Bool = false) -> Role? {
        let plain = EventField.plain(name)
        if !nested {
            for (names, rank) in [(named, 0), (declared.filter { named[$0.key] == nil }, 2)] {
                if let field = names.first(where: { $0.value == name })?.key {
                    return Role(field: field, rank: rank)
                }
                if let field = names.first(where: { EventField.plain($0.value) == plain && !plain.isEmpty })?
                    .key
                {
                    return Role(field: field, rank: rank + 1)
                }
            }
        }
        for field in EventField.allCases where named[field] == nil {
            if let place = field.usualNames(nested: nested).firstIndex(of: plain) {
                return Role(field: field, rank: (nested ? 1000 : 10) + place)
            }
        }
        return nil
    }

    /// Returns the columns of a file that are read.
    ///
    /// - Throws: `EventFileProblem` if a named column does not exist, if there is no column for the user or the time, or
    ///   if the names are in single quotes: then the values would be too, and would not equal those of other files.
    func places(in header: [String]) throws(EventFileProblem) -> [Place] {
        let isQuoted = header.allSatisfy {
            $0.utf8.count > 1 && $0.hasScalarPrefix("'") && $0.utf8.last == UInt8(ascii: "'")
        }
        guard !isQuoted else {
            throw EventFileProblem(
                "the fields are in single quotes", line: 1,
                advice: "export CSV, which has double quotes, for example with sqlite3 -csv -header")
        }
        var places = header.enumerated().compactMap { column, name in
            role(of: name).map { Place(column: column, role: $0, path: nil) }
        }
        for (name, role) in paths
        where !places.contains(where: { $0.role.field == role.field && $0.role.rank < 4 }) {
            guard let (column, rest) = Self.split(name, in: header) else { continue }
            places.append(Place(column: column, role: role, path: rest))
        }
        for field in EventField.allCases {
            let best = places.filter { $0.role.field == field }.map(\.role.rank).min()
            let columns = places.filter { $0.role.field == field && $0.role.rank == best }.map {
                header[$0.column]
            }
            guard columns.count > 1 else { continue }
            throw EventFileProblem(
                "\"\(columns[0])\" and \"\(columns[1])\" may both be the `\(field.rawValue)`", line: 1,
                advice: "name one with --column \(field.rawValue)=NAME; of two with the same name, rename one"
            )
        }
        let fields = Set(places.map(\.role.field))
        for (field, name) in required where !places.contains(where: { $0.role.field == field }) {
            let near = SpellingSuggestion.nearest(to: name, in: header)
            throw EventFileProblem(
                "no column \"\(name)\" for the `\(field.rawValue)`", line: 1,
                advice: near.map { "did you mean \"\($0)\"?" } ?? Self.list(header))
        }
        for field in [EventField.unit, .at] where !fields.contains(field) {
            throw EventFileProblem(
                "no column for the `\(field.rawValue)` of events", line: 1, advice: advice(for: field, header)
            )
        }
        let hasProperties = header.contains { EventField.containers.contains(EventField.plain($0)) }
        guard hasProperties || !fields.isDisjoint(with: [.experiment, .key, .event]) else {
            throw EventFileProblem(
                "no column for an `experiment` or an `event`", line: 1,
                advice: "name one with --column experiment=NAME or --column event=NAME; \(Self.list(header))")
        }
        return places
    }

    /// Splits a path into the column at its beginning, and the rest.
    private static func split(_ path: String, in header: [String]) -> (column: Int, rest: String)? {
        let dots = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: ".") }
        for dot in dots.reversed() {
            guard let column = header.firstIndex(of: String(path[..<dot])) else { continue }
            return (column, String(path[path.utf8.index(after: dot)...]))
        }
        return nil
    }

    private func advice(for field: EventField, _ header: [String]) -> String {
        let flag = "name it with --column \(field.rawValue)=NAME; " + Self.list(header)
        return declared[field].map { "the project file names \"\($0)\"; \(flag)" } ?? flag
    }

    private static func list(_ header: [String]) -> String {
        let names = header.prefix(listedColumns).map { Quotation.of($0) }.joined(separator: ", ")
        return "the columns are " + names + (header.count > listedColumns ? " …" : "")
    }
}

/// The names of a column or a member in files of other systems: Segment, Amplitude, Mixpanel, Google Analytics,
/// Firebase, GrowthBook, PostHog, Snowflake and others.
extension EventField {
    /// The names to look for, the preferred one first. Case, `_`, `-`, `$` and blanks make no difference.
    ///
    /// - Parameter nested: whether they are among other properties of an event, where `name` or `id` may be that of a
    ///   product.
    func usualNames(nested: Bool) -> [String] { nested ? nestedNames : ownNames + nestedNames + otherNames }

    /// Names that are so general that they count last, and only next to the event.
    private var otherNames: [String] {
        self == .at ? ["ts", "occurredat", "createdat", "receivedat", "eventdate", "date"] : []
    }

    private var ownNames: [String] {
        switch self {
        case .experiment: []
        case .key: ["key"]
        case .group: ["group"]
        case .event: ["event", "eventname", "eventtype", "eventkey", "name", "type"]
        case .unit: ["unit", "unitid"]
        case .at: ["at"]
        case .value: []
        case .id: ["id", "uuid"]
        }
    }

    private var nestedNames: [String] {
        switch self {
        case .experiment: ["experiment", "experimentid", "experimentkey", "experimentname"]
        case .key: ["feature", "featurekey", "featureflag", "flag", "flagkey"]
        case .group:
            [
                "variation", "variationid", "variationkey", "variationname", "variant", "variantid",
                "variantkey",
                "variantname", "groupname", "groupid", "featureflagresponse",
            ]
        case .event: []
        case .unit:
            [
                "userid", "user", "uid", "distinctid", "userpseudoid", "deviceid", "anonymousid",
                "targetingkey",
                "visitorid",
            ]
        case .at: ["timestamp", "eventtimestamp", "eventtime", "time"]
        case .value: ["value", "amount", "revenue", "total", "price", "valueinusd", "eventvalueinusd"]
        case .id: ["eventid", "messageid", "insertid"]
        }
    }

    /// The members that hold an event's other properties.
    static let containers: Set<String> = [
        "properties", "eventproperties", "eventparams", "params", "propertiesjson",
    ]

    /// The column with which Optimizely marks users who were kept out of an experiment.
    static let holdback = "isholdback"

    /// The columns with a part of the time, which are not read.
    static let partsOfTime: Set<String> = ["hour", "eventhour", "hourofday", "minute"]

    /// Returns a name in the form for comparisons: ASCII letters in lower case, without characters that join words.
    static func plain(_ name: String) -> String {
        String(
            decoding: name.utf8.lazy.filter { !" _-$".utf8.contains($0) }.map(Self.lowercased), as: UTF8.self)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The names of the events with which other systems report exposures.
    static let exposureEvents: Set<String> = [
        "experimentviewed", "experimentstarted", "experimentimpression", "exposure", "[experiment]exposure",
        "featureflagcalled",
    ]
}
