import ExperimentsCore

/// The members of a configuration's `meta` that name the user's groups in experiments.
public struct ExperimentGroups: Sendable, Hashable {
    /// The names of members that hold the name of one group, for example `ab_group`.
    public var groupMembers: [String]
    /// The name of a member that holds an object, in which each member is an experiment and the user's group in it; nil for
    /// none.
    public var experimentsMember: String?

    /// Creates a selection of members. One that is absent or of another type is ignored.
    public init(
        groupMembers: [String] = ["ab_group", "ab_test_group", "experiment_group"],
        experimentsMember: String? = "experiments"
    ) {
        self.groupMembers = groupMembers
        self.experimentsMember = experimentsMember
    }

    /// The groups that a configuration's `meta` names, those of the object last. Their keys are empty, because the format
    /// does not say which settings an experiment concerns.
    func assignments(in state: ActiveConfigState) -> [ExperimentAssignment] {
        let single = groupMembers.compactMap { name in
            state.meta[name]?.groupName.map { ExperimentAssignment(id: name, variant: $0, keys: []) }
        }
        let several = (experimentsMember.flatMap { state.meta[$0]?.object }?.members ?? []).compactMap { member in
            member.value.groupName.map { ExperimentAssignment(id: member.name, variant: $0, keys: []) }
        }
        return single + several
    }
}

extension JSONValue {
    /// The name of a group: a string, or a number as it is written.
    fileprivate var groupName: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let lexeme): lexeme
        default: nil
        }
    }
}
