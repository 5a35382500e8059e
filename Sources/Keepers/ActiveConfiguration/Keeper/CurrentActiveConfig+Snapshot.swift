import ExperimentsCore
import Foundation

extension CurrentActiveConfig {
    /// The configuration as a snapshot with an entry for each setting that has a value. An entry of `null` has no text, so
    /// that the app's default is used.
    ///
    /// - Parameter time: the time of the snapshot if the configuration was not downloaded; nil if it counts as not fetched.
    func snapshot(groups: ExperimentGroups, unknownSince time: Date? = nil) -> Snapshot {
        let supplier = origin == .own ? nil : origin.rawValue
        var entries: [String: Snapshot.Entry] = [:]
        for name in state.sectionNames {
            guard let section = state[name] else { continue }
            let prefix = SettingName.prefix(of: name)
            for key in section.keys {
                entries[prefix + key] = Snapshot.Entry(text: section[key]?.valueText, supplier: supplier)
            }
        }
        return Snapshot(
            entries: entries, version: state.creationTime, etag: etag, fetchedAt: downloadedAt ?? time,
            experiments: groups.assignments(in: state), notes: state.notes, groupSeparator: ".")
    }
}

extension ActiveConfigState {
    /// The members of the `meta` as notes.
    fileprivate var notes: [SourceNote] {
        meta.members.map { SourceNote(title: $0.name, text: $0.value.valueText ?? "null") }
    }

    /// A key for each setting, grouped by section, with the kind of its present value.
    public var catalog: [CatalogKey] {
        sectionNames.flatMap { name in
            (self[name]?.keys ?? []).map { key in
                CatalogKey(
                    name: SettingName(section: name, key: key).description, title: key, group: name,
                    schema: ValueSchema(kind: ValueKind(of: self[name]?[key] ?? .null)))
            }
        }
    }
}

extension ValueKind {
    fileprivate init(of value: JSONValue) {
        switch value {
        case .bool: self = .bool
        case .number: self = value.int == nil ? .double : .int
        case .array, .object: self = .json
        case .string, .null: self = .string
        }
    }
}
