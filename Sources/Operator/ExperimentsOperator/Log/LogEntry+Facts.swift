import ExperimentsCore
import Foundation

// All that is known of an entry, and where a filter looks.
extension LogEntry {
    /// A detail of an entry, with its label.
    package struct Fact: Sendable, Hashable {
        package let name: String
        package let text: String
    }

    /// The number of changes that are listed one by one.
    private static let changeLimit = 100

    /// Returns the details that the sentence leaves out, with whole values.
    ///
    /// - Parameter time: formats a time.
    package func facts(time: (Date) -> String) -> [Fact] {
        var facts: [(String, String?)] = [
            ("source", source), ("program", program),
            ("repeated", times > 1 ? "\(times) times since \(time(since))" : nil),
        ]
        switch event {
        case .fetch(let record):
            facts += [
                ("result", record.statusWord + (record.httpStatus.map { ", HTTP \($0)" } ?? "")),
                ("began", time(record.startedAt)), ("took", DurationText.text(of: record.duration)),
                ("size", record.bytes > 0 ? "\(record.bytes) bytes" : nil), ("version", record.version),
                ("changed", "\(record.difference.count)"),
            ]
            let changes = record.difference.limited(to: Self.changeLimit)
            facts += changes.names.map { ($0, changes.changes[$0]?.words) }
            let more = record.difference.count - changes.names.count
            if more > 0 { facts.append(("…", "and \(more) more")) }
        case .override(let step):
            facts += [
                ("step", "\(step.number)"), ("author", step.origin.author), ("with", step.origin.program),
            ]
            facts += Self.facts(of: step.changes)
        case .overridesChanged(let changes): facts += Self.facts(of: changes)
        case .live, .file, .message: break
        }
        return facts.compactMap { name, text in text.map { Fact(name: name, text: $0) } }
    }

    private static func facts(of changes: [OverrideSetDifference.Change]) -> [(String, String?)] {
        let more = changes.count - changeLimit
        return changes.prefix(changeLimit).map { ($0.name, $0.words()) }
            + (more > 0 ? [("…", "and \(more) more")] : [])
    }

    /// The keys that it changed.
    private var names: [String] {
        switch event {
        case .fetch(let record): record.difference.names
        case .override(let step): step.names
        case .overridesChanged(let changes): changes.map(\.name)
        case .live, .file, .message: []
        }
    }

    /// Returns whether the entry passes a filter. Words are searched for in the sentence, the kind and the changed
    /// keys. `key:`, `source:` and `changed:` refer to the keys, the source or program, and the time.
    package func passes(_ filter: Filter, now: Date) -> Bool {
        guard !filter.isEmpty else { return true }
        return filter.passes(
            FilterSubject(
                names: names, texts: [line, kind.rawValue, severity.rawValue],
                source: [source, program].compactMap(\.self).joined(separator: " "), changedAt: date), now: now)
    }
}
