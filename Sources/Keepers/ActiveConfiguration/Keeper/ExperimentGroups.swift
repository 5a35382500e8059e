import ExperimentsCore

/// Which members of a configuration's meta say what group of an experiment the user is in.
public struct ExperimentGroups: Sendable, Hashable {
    /// The names of members that hold one group's name each, for example `ab_group`.
    public var groupMembers: [String]
    /// The name of a member that holds an object of experiments and the user's group in each; nil for none.
    public var experimentsMember: String?

    /// Members to look at. What is absent, or of another type, is not reported.
    public init(
        groupMembers: [String] = ["ab_group", "ab_test_group", "experiment_group"],
        experimentsMember: String? = "experiments"
    ) {
        self.groupMembers = groupMembers
        self.experimentsMember = experimentsMember
    }

    /// The groups that a configuration's meta names, those of the object last. What keys they concern, it does not say.
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
    /// A group is named by a string, or numbered.
    fileprivate var groupName: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let lexeme): lexeme
        default: nil
        }
    }
}
