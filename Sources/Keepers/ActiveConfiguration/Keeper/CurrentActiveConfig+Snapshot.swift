import ExperimentsCore
import Foundation

extension CurrentActiveConfig {
    /// Returns the configuration as a snapshot with an entry for each setting that has a value. An entry of `null` has
    /// no text, so that the app's default is used.
    ///
    /// - Parameter time: the time of the snapshot if the configuration was not downloaded; nil if it counts as not
    ///   fetched.
    func snapshot(groups: ExperimentGroups, unknownSince time: Date? = nil) -> Snapshot {
        let supplier = origin == .own ? nil : origin.rawValue
        var entries = ExactDictionary<Snapshot.Entry>()
        for name in state.sectionNames {
            guard let section = state[name] else { continue }
            let prefix = SettingName.prefix(of: name)
            for key in section.keys {
                entries[prefix + key] = Snapshot.Entry(section[key], supplier: supplier)
            }
        }
        return Snapshot(
            entries: entries, version: origin == .none ? nil : state.creationTime, etag: etag,
            fetchedAt: downloadedAt ?? time,
            experiments: groups.assignments(in: state), notes: state.notes, problems: state.settingProblems,
            groupSeparator: ".")
    }
}

extension ActiveConfigState {
    /// The largest number of problems that are notes. Further ones are only counted.
    private static let mostProblems = 50

    /// The members of the `meta`, and problems of the document, as notes.
    fileprivate var notes: [SourceNote] {
        let members = meta.members.map { SourceNote(title: $0.name, text: $0.value.valueText ?? "null") }
        let problems = problems.filter { !$0.isNegligible }
        var texts = problems.prefix(Self.mostProblems).map(\.description)
        if problems.count > texts.count { texts.append("\(problems.count - texts.count) more such problems") }
        return members + texts.map { SourceNote(title: SourceNote.problemTitle, text: $0) }
    }

    /// The reasons why settings have no value, by key.
    fileprivate var settingProblems: ExactDictionary<String> {
        let pairs = problems.compactMap { problem in
            problem.setting.map { ($0.description, problem.description) }
        }
        return ExactDictionary(pairs) { first, _ in first }
    }

    /// A key for each setting, grouped by section, with the kind of its current value.
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

/// The members of a configuration's `meta` that name the user's groups in experiments.
public struct ExperimentGroups: Sendable, Hashable {
    /// The names of members whose value is the name of one group, for example `ab_group`.
    public var groupMembers: [String]
    /// The name of a member whose value is an object with the user's group in each experiment; nil for none.
    public var experimentsMember: String?

    /// Creates a selection of members. One that is absent or of another type is ignored.
    public init(
        groupMembers: [String] = ["ab_group", "ab_test_group", "experiment_group"],
        experimentsMember: String? = "experiments"
    ) {
        self.groupMembers = groupMembers
        self.experimentsMember = experimentsMember
    }

    /// Returns the groups that a configuration's `meta` names, those of the object last. Their keys are empty, because
    /// the format does not contain the settings of an experiment.
    func assignments(in state: ActiveConfigState) -> [ExperimentAssignment] {
        let single = groupMembers.compactMap { name in
            state.meta[name]?.groupName.map { ExperimentAssignment(id: name, variant: $0, keys: []) }
        }
        let several = (experimentsMember.flatMap { state.meta[$0]?.object }?.members ?? []).compactMap {
            member in
            member.value.groupName.map { ExperimentAssignment(id: member.name, variant: $0, keys: []) }
        }
        return single + several
    }
}

extension JSONValue {
    /// The name of a group: a string, or a number as it is written in the document.
    fileprivate var groupName: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let lexeme): lexeme
        default: nil
        }
    }
}
