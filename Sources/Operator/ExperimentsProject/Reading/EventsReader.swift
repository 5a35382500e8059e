import ExperimentsCore
import Foundation
import MarkedYAML

/// Reads `events:`.
enum EventsReader {
    static let fields = ["columns", "units", "names", "groups", "time_zone"]

    /// Reads the section into a project.
    static func read(_ node: YAMLNode, into project: inout Project, _ decoder: inout ProjectDecoder) {
        decoder.enter("events")
        defer { decoder.leave() }
        if node.isNull { return }
        let words = "fields such as `columns` and `units`"
        guard let record = decoder.record(node, fields: fields, expected: words) else { return }
        if let columns = record["columns"], !columns.isNull {
            project.eventFiles.columns = readColumns(columns, &decoder)
        }
        if let names = record["names"], !names.isNull {
            let words = "names in files with the events that metrics count, such as {Order Completed: purchase}"
            project.eventFiles.names = readTexts(names, at: "names", expected: words, &decoder)
        }
        if let groups = record["groups"], !groups.isNull { readGroups(groups, into: &project, &decoder) }
        if let zone = record["time_zone"], !zone.isNull { project.eventFiles.timeZone = readZone(zone, &decoder) }
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
        let words = "fields with the names of their columns, such as {unit: user_id, at: seen_at}"
        guard let record = decoder.record(columns, fields: known, expected: words) else { return [:] }
        var names: [EventField: String] = [:]
        var takers: [String: EventField] = [:]
        for field in EventField.allCases {
            let expected = "the name of a column, such as user_id"
            guard let name = decoder.line(field.rawValue, of: record, expected: expected) else { continue }
            if let other = takers.updateValue(field, forKey: name) {
                decoder.refuse(
                    "names the column \"\(name)\", which is already used for `\(other.rawValue)`", at: field.rawValue,
                    record[field.rawValue])
            }
            names[field] = name
        }
        return names
    }

    /// Texts by what files write for them.
    private static func readTexts(
        _ node: YAMLNode, at name: String, expected words: String, _ decoder: inout ProjectDecoder
    ) -> [String: String] {
        guard let pairs = node.pairs else {
            decoder.expected(words, at: name, found: node)
            return [:]
        }
        decoder.enter(name)
        defer { decoder.leave() }
        var texts: [String: String] = [:]
        for pair in pairs {
            guard let key = pair.key.text, let text = pair.value.text, !text.isEmpty, !pair.value.isNull else {
                decoder.expected(words, at: pair.key.text, found: pair.value)
                continue
            }
            texts[key] = text
        }
        return texts
    }

    /// The groups of every experiment, `{0: a, 1: b}`, or of one, `{Paywall: {0: a, 1: b}}`.
    private static func readGroups(_ node: YAMLNode, into project: inout Project, _ decoder: inout ProjectDecoder) {
        let words = "values in files with their groups, such as {0: a, 1: b}, or the same by experiment"
        guard let pairs = node.pairs else { return decoder.expected(words, at: "groups", found: node) }
        decoder.enter("groups")
        defer { decoder.leave() }
        let experiments = project.experiments.map(\.name)
        for pair in pairs {
            guard let key = pair.key.text else {
                decoder.expected(words, found: pair.key)
                continue
            }
            if pair.value.pairs == nil {
                guard let group = pair.value.text, !group.isEmpty, !pair.value.isNull else {
                    decoder.expected(words, at: key, found: pair.value)
                    continue
                }
                project.eventFiles.groups[key] = group
            } else if let experiment = project.experiments.first(where: { $0.name == key }) {
                let groups = readTexts(pair.value, at: key, expected: words, &decoder)
                project.eventFiles.groupsOf[key] = groups
                for (text, group) in groups where !experiment.groups.isEmpty && !experiment.groups.contains(group) {
                    let near = SpellingSuggestion.nearest(to: group, in: experiment.groups)
                    let hint = near.map { " (did you mean \"\($0)\"?)" } ?? ""
                    decoder.note(
                        "\"\(group)\" is not a group of experiment \"\(key)\"" + hint, at: pair.value, .member(key),
                        .member(text))
                }
            } else {
                let near = SpellingSuggestion.nearest(to: key, in: experiments)
                decoder.refuse(
                    "is not a declared experiment" + (near.map { " (did you mean \"\($0)\"?)" } ?? ""), at: key,
                    pair.key)
            }
        }
    }

    private static func readZone(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> TimeZone? {
        let words = "the name of a time zone, such as Europe/Oslo"
        guard let name = decoder.line(node, at: "time_zone", expected: words) else { return nil }
        if let zone = TimeZone(identifier: name) { return zone }
        let near = SpellingSuggestion.nearest(to: name, in: TimeZone.knownTimeZoneIdentifiers)
        decoder.expected(words, at: "time_zone", found: node, near: near)
        return nil
    }
}
