import ExperimentsProject
import ExperimentsSupport

extension EventField {
    /// The names under which others write it, beside its own.
    fileprivate var usualNames: [String] {
        switch self {
        case .experiment: ["experiment_id", "experimentId", "experiment_key"]
        case .key: ["feature", "feature_key", "flag"]
        case .group: ["variation", "variation_id", "variationId", "variant"]
        case .event: ["event_name", "name"]
        case .unit: ["user_id", "userId", "user", "device_id", "targeting_key"]
        case .at: ["timestamp", "time", "received_at"]
        case .value: ["amount"]
        case .id: ["event_id", "message_id"]
        }
    }
}

/// Which column of a file holds what.
package struct EventColumns: Sendable, Hashable {
    /// The columns that were named for these files: they have to be there.
    private var named: [EventField: String]
    /// The columns that the project names for all files: a file that has one of the usual names instead will do.
    private let declared: [EventField: String]

    /// - Parameters:
    ///   - named: the columns of these files whose names are not the usual ones.
    ///   - declared: those that the project file names.
    package init(_ named: [EventField: String] = [:], declared: [EventField: String] = [:]) {
        (self.named, self.declared) = (named, declared)
    }

    /// Reads `field=column`.
    ///
    /// - Throws: `EventFileProblem` for what says nothing of a column.
    package mutating func name(_ text: String) throws(EventFileProblem) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let fields = EventField.allCases.map(\.rawValue)
        guard parts.count == 2, let field = EventField(rawValue: parts[0]) else {
            let near = parts.first.flatMap { SpellingSuggestion.nearest(to: $0, in: fields) }
            throw EventFileProblem(
                "'\(text)' names no column: expected one of \(fields.joined(separator: ", ")) and a column, such as "
                    + "unit=user_id", advice: near.map { "did you mean '\($0)=…'?" })
        }
        named[field] = parts[1]
    }

    /// Where the columns are among these.
    ///
    /// - Throws: `EventFileProblem` where a column that was named is not there, or none that says whose or when.
    package func places(in header: [String]) throws(EventFileProblem) -> [EventField: Int] {
        var places: [EventField: Int] = [:]
        for field in EventField.allCases {
            if let name = named[field] {
                guard let place = header.firstIndex(of: name) else {
                    let near = SpellingSuggestion.nearest(to: name, in: header)
                    throw EventFileProblem(
                        "there is no column '\(name)', which is to be the '\(field.rawValue)'", line: 1,
                        advice: near.map { "did you mean '\($0)'?" })
                }
                places[field] = place
            } else if let place = names(of: field).lazy.compactMap({ header.firstIndex(of: $0) }).first {
                places[field] = place
            }
        }
        for field in [EventField.unit, .at] where places[field] == nil {
            throw EventFileProblem(
                "no column says the '\(field.rawValue)' of an event", line: 1,
                advice: advice(for: field))
        }
        guard places[.experiment] != nil || places[.event] != nil else {
            throw EventFileProblem(
                "no column says an experiment or an event", line: 1,
                advice: "name one with --column experiment=NAME or --column event=NAME")
        }
        return places
    }

    /// The value of a field in an object.
    func value(_ field: EventField, in object: JSONObject) -> JSONValue? {
        if let name = named[field] { return object[name] }
        return names(of: field).lazy.compactMap { object[$0] }.first
    }

    private func names(of field: EventField) -> [String] {
        [declared[field], field.rawValue].compactMap(\.self) + field.usualNames
    }

    private func advice(for field: EventField) -> String {
        let flag = "name it with --column \(field.rawValue)=NAME"
        return declared[field].map { "the project file names '\($0)'; \(flag)" } ?? flag
    }
}
