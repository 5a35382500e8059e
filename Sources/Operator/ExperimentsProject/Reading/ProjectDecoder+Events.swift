import ExperimentsCore
import ExperimentsYAML
import Foundation

/// Reads `events:`.
extension ProjectDecoder {
    /// Reads the section into a project.
    mutating func readEvents(_ node: YAMLNode, into project: inout Project) {
        enter("events")
        defer { leave() }
        if node.isNull { return }
        let words = "fields such as `columns` and `units`"
        guard
            let record = record(
                node, fields: ["columns", "units", "names", "groups", "time_zone"], expected: words)
        else { return }
        if let columns = record["columns"], !columns.isNull {
            project.eventFiles.columns = readColumns(columns)
        }
        if let names = record["names"], !names.isNull {
            let words =
                "names in files with the events that metrics count, such as {Order Completed: purchase}"
            project.eventFiles.names = readTexts(names, at: "names", expected: words)
        }
        if let groups = record["groups"], !groups.isNull { readGroups(groups, into: &project) }
        if let zone = record["time_zone"], !zone.isNull { project.eventFiles.timeZone = readZone(zone) }
        if let units = record["units"] {
            let names = ProjectUnits.allCases.map(\.rawValue)
            project.eventUnits = word(units, at: "units", among: names, ProjectUnits.init) ?? .hashed
        }
    }

    /// Reads the columns of files of events, by their meaning.
    private mutating func readColumns(_ columns: YAMLNode) -> [EventField: String] {
        enter("columns")
        defer { leave() }
        let known = EventField.allCases.map(\.rawValue)
        let words = "fields with the names of their columns, such as {unit: user_id, at: seen_at}"
        guard let record = record(columns, fields: known, expected: words) else { return [:] }
        var names: [EventField: String] = [:]
        var takers: [String: EventField] = [:]
        for field in EventField.allCases {
            let expected = "the name of a column, such as user_id"
            guard let name = line(field.rawValue, of: record, expected: expected) else { continue }
            if let other = takers.updateValue(field, forKey: name) {
                refuse(
                    "names the column \"\(name)\", which is already used for `\(other.rawValue)`",
                    at: field.rawValue,
                    record[field.rawValue])
            }
            names[field] = name
        }
        return names
    }

    /// Reads texts by their equivalents in files.
    private mutating func readTexts(_ node: YAMLNode, at name: String, expected words: String) -> [String:
        String]
    {
        guard let pairs = node.pairs else {
            self.expected(words, at: name, found: node)
            return [:]
        }
        enter(name)
        defer { leave() }
        var texts: [String: String] = [:]
        for pair in pairs {
            guard let key = pair.key.text, let text = pair.value.text, !text.isEmpty, !pair.value.isNull
            else {
                self.expected(words, at: pair.key.text, found: pair.value)
                continue
            }
            texts[key] = text
        }
        return texts
    }

    /// Reads the groups of every experiment, `{0: a, 1: b}`, or of one, `{Paywall: {0: a, 1: b}}`.
    private mutating func readGroups(_ node: YAMLNode, into project: inout Project) {
        let words = "values in files with their groups, such as {0: a, 1: b}, or the same by experiment"
        guard let pairs = node.pairs else { return self.expected(words, at: "groups", found: node) }
        enter("groups")
        defer { leave() }
        let experiments = project.experiments.map(\.name)
        for pair in pairs {
            guard let key = pair.key.text else {
                self.expected(words, found: pair.key)
                continue
            }
            if pair.value.pairs == nil {
                guard let group = pair.value.text, !group.isEmpty, !pair.value.isNull else {
                    self.expected(words, at: key, found: pair.value)
                    continue
                }
                project.eventFiles.groups[key] = group
            } else if let experiment = project.experiments.first(where: { $0.name == key }) {
                let groups = readTexts(pair.value, at: key, expected: words)
                project.eventFiles.groupsOf[key] = groups
                for (text, group) in groups
                where !experiment.groups.isEmpty && !experiment.groups.contains(group) {
                    let near = SpellingSuggestion.nearest(to: group, in: experiment.groups)
                    let hint = near.map { " (did you mean \"\($0)\"?)" } ?? ""
                    note(
                        "\"\(group)\" is not a group of experiment \"\(key)\"" + hint, at: pair.value,
                        .member(key),
                        .member(text))
                }
            } else {
                let near = SpellingSuggestion.nearest(to: key, in: experiments)
                refuse(
                    "is not a declared experiment" + (near.map { " (did you mean \"\($0)\"?)" } ?? ""),
                    at: key,
                    pair.key)
            }
        }
    }

    private mutating func readZone(_ node: YAMLNode) -> TimeZone? {
        let words = "the name of a time zone, such as Europe/Oslo"
        guard let name = line(node, at: "time_zone", expected: words) else { return nil }
        if let zone = TimeZone(identifier: name) { return zone }
        let near = SpellingSuggestion.nearest(to: name, in: TimeZone.knownTimeZoneIdentifiers)
        return self.expected(words, at: "time_zone", found: node, near: near)
    }
}

/// Reads `code:`, which describes how an app's source code reads keys.
extension ProjectDecoder {
    mutating func readCode(_ node: YAMLNode, into project: inout Project) {
        if node.isNull { return }
        enter("code")
        defer { leave() }
        guard let record = record(node, fields: ["readers", "verify"], expected: "fields such as `readers`")
        else {
            return
        }
        if let readers = record["readers"], !readers.isNull { project.codeReaders = readReaders(readers) }
        if let command = record["verify"], !command.isNull {
            project.codeCheck = line(command, at: "verify", expected: "a command, such as swift build")
        }
    }

    private mutating func readReaders(_ node: YAMLNode) -> [ProjectCodeReader] {
        let words = "functions that read a key, such as \"isEnabled(_:)\" or \"Flags.text(for:):string\""
        return (node.items ?? [node]).compactMap { item in
            guard let text = line(item, at: "readers", expected: words) else { return nil }
            if let reader = ProjectCodeReader(text) { return reader }
            return self.expected(words, at: "readers", found: item)
        }
    }
}
