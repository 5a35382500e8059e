import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The meaning of texts from other systems' files in a project.
package struct EventMapping: Sendable, Hashable {
    /// The clock of times without an offset.
    package var clock = LocalTime.utc
    /// The events of metrics by their names in files.
    package var names: [String: String] = [:]
    /// The groups of an experiment, by each name that an exposure may use for it.
    private var experiments: [String: Groups] = [:]
    /// The groups of every experiment by their texts in files, for example the index in a list.
    private var groups: [String: String] = [:]

    private struct Groups: Hashable {
        let name: String
        /// The groups that it declares; empty if only the source knows them.
        let declared: [String]
        /// The groups by their texts in files.
        let written: [String: String]
    }

    package init() {}

    /// Creates the mapping that a project declares.
    package init(_ project: Project) {
        let files = project.eventFiles
        clock = files.timeZone.map(LocalTime.zone) ?? .utc
        names = files.names
        groups = files.groups
        for experiment in project.experiments {
            let groups = Groups(
                name: experiment.name, declared: experiment.groups,
                written: files.groupsOf[experiment.name] ?? [:])
            for word in [experiment.key, experiment.flag].compactMap(\.self) where experiments[word] == nil {
                experiments[word] = groups
            }
        }
        for experiment in project.experiments {
            experiments[experiment.name] = Groups(
                name: experiment.name, declared: experiment.groups,
                written: files.groupsOf[experiment.name] ?? [:])
        }
    }

    /// Returns the group of an exposure.
    ///
    /// - Throws: `EventFileProblem` without a line for a number that is not a group of the experiment. It is most
    ///   likely an index in its list of groups. Counted as a group, it would make users mixed after it is corrected.
    func group(_ text: String, of experiment: String, _ key: String?) throws(EventFileProblem) -> String {
        guard let known = experiments[experiment] ?? key.flatMap({ experiments[$0] }) else {
            return groups[text] ?? text
        }
        if let group = known.written[text] { return group }
        func isDeclared(_ group: String) -> Bool { known.declared.isEmpty || known.declared.contains(group) }
        // A text for every experiment is used if the experiment has such a group.
        if let group = groups[text], isDeclared(group) { return group }
        guard !isDeclared(text), NumberText.isWhole(text) else { return text }
        let place = Int(text).flatMap { known.declared.indices.contains($0) ? known.declared[$0] : nil }
        let (name, group) = (YAMLText.scalar(known.name), YAMLText.scalar(place ?? known.declared[0]))
        throw EventFileProblem(
            "`group` is \(Quotation.of(text)), which is not a group of \"\(known.name)\" "
                + "(\(known.declared.joined(separator: ", ")))",
            advice: "if it is an index, map it to the group in the project file: "
                + "events: {groups: {\(name): {\(text): \(group)}}}")
    }
}
