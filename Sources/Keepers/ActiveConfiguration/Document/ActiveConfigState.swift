import ExperimentsCore
import Foundation

/// Everything that one configuration document says. It never changes; a download makes the next one.
public struct ActiveConfigState: Sendable {
    /// The version of the exchange format, from `meta.format_version_string`; empty where the document names none.
    public let formatVersion: String
    /// When the document was made, as `meta.creation_time` has it, in whatever form.
    public let creationTime: String?
    /// What the document says of itself, for example which group of an A/B test it is for.
    public let meta: JSONObject
    /// The names of the sections, in the order of the document.
    public let sectionNames: [String]
    /// What is wrong with the document without being reason enough to refuse it, in the order of the document.
    public let problems: [ActiveConfigProblem]

    let sections: [String: ActiveConfigSection]

    /// A configuration without sections, made at `time`.
    public static func empty(at time: Date = Date()) -> ActiveConfigState {
        ActiveConfigState(
            formatVersion: "1.0", creationTime: RFC3339.text(of: time), meta: JSONObject(), sectionNames: [],
            problems: [], sections: [:])
    }

    init(
        formatVersion: String, creationTime: String?, meta: JSONObject, sectionNames: [String],
        problems: [ActiveConfigProblem], sections: [String: ActiveConfigSection]
    ) {
        self.formatVersion = formatVersion
        self.creationTime = creationTime
        self.meta = meta
        self.sectionNames = sectionNames
        self.problems = problems
        self.sections = sections
    }

    /// The section called `name`; nil if there is none.
    public subscript(name: String) -> ActiveConfigSection? { sections[name] }

    /// The section called `name`; nil if there is none.
    public func section(named name: String) -> ActiveConfigSection? { sections[name] }

    /// The same configuration, sharing the storage of every section that is equal in `old`, indexes included.
    func sharing(_ old: ActiveConfigState, except changed: Set<String>) -> ActiveConfigState {
        var sections = sections
        for name in sectionNames where !changed.contains(name) { sections[name] = old.sections[name] }
        return ActiveConfigState(
            formatVersion: formatVersion, creationTime: creationTime, meta: meta, sectionNames: sectionNames,
            problems: problems, sections: sections)
    }
}

extension ActiveConfigState: Equatable {
    /// Whether both have deeply equal sections and meta, whatever the order.
    public static func == (left: ActiveConfigState, right: ActiveConfigState) -> Bool {
        left.meta.isDeeplyEqual(to: right.meta) && left.sections == right.sections
    }
}
