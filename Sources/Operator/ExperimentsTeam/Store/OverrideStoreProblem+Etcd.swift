import EtcdClient
import ExperimentsCore

extension OverrideStoreProblem {
    /// A failure of etcd.
    ///
    /// - Parameter isChanging: whether something was to be changed, and was not.
    init(_ error: EtcdError, isChanging: Bool = false) {
        let kind: Kind =
            switch error {
            case .anotherCluster: .replaced
            case .unfit: .readOnly
            case .failed:
                switch error.refusal {
                case nil, .noLeader, .unavailable, .overloaded: .unreachable
                default: .readOnly
                }
            }
        let consequence = isChanging ? "nothing was changed" : nil
        let advice = [error.advice, consequence].compactMap(\.self).joined(separator: "; ")
        self.init(kind, error.description, advice: advice.isEmpty ? nil : advice)
    }

    /// A later version of this program keeps its own in the store.
    static var laterLayout: OverrideStoreProblem {
        OverrideStoreProblem(
            .readOnly, "a later version of this program has moved what the team shares",
            advice: "use that version; what it left is shown, and nothing is changed")
    }

    /// The error that the number of the last step is not a number.
    static var brokenHead: OverrideStoreProblem {
        OverrideStoreProblem(
            .readOnly, "the team's number of the last change cannot be read",
            advice: "`experiments team` names the key; until it is put right, nothing can be changed")
    }

    /// Another cluster answers under the addresses of the one that was read before.
    static func anotherCluster(_ id: UInt64, memory: String?) -> OverrideStoreProblem {
        let forget = memory.map { "if it was made anew, remove \($0) and start again" }
        return OverrideStoreProblem(
            .replaced,
            "etcd: another cluster answers than the one that was read before (\(String(id, radix: 16))); nothing of it is "
                + "taken over",
            advice: forget ?? "if it was made anew, start this program again")
    }
}
