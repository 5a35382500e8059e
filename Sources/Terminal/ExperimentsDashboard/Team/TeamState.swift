import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The state of the team that shares overrides, and what it was sent about this operator.
struct TeamState: Sendable {
    /// The state of its store, the people online, and the changes; nil if there is no team.
    var view: TeamView?
    /// This operator; nil if the team is not informed.
    let operatorHere: TeamPerson?
    /// The person's state that was published last.
    var announced: TeamPerson?
    /// The steps of its journal that the operator was told.
    var steps = TeamSteps()

    init(_ session: DashboardSession) {
        view = session.team?.view
        operatorHere = session.team == nil ? nil : session.person
    }

    /// The other people online.
    var others: [TeamPerson] { (view?.people ?? []).filter { $0.session != operatorHere?.session } }

    /// The names of those who edit the key of an editor, too.
    func editors(beside editor: OverrideEditor) -> [String] {
        guard editor.keys.count == 1, let key = editor.keys.first else { return [] }
        return editors(of: key.name).map(\.name)
    }

    /// Returns the other people who have an editor open on a key.
    func editors(of key: String) -> [TeamPerson] { others.filter { $0.isEditing && $0.key == key } }
}
