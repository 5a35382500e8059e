import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// What is known of the team that shares overrides, and what it was told of this operator.
struct TeamState: Sendable {
    /// How its store is, who is there, and what was changed; nil where there is no team.
    var view: TeamView?
    /// This operator; nil where nobody is told.
    let operatorHere: TeamPerson?
    /// What was told last.
    var announced: TeamPerson?
    /// The last step that was told to the operator; nil before the journal was read.
    var lastStep: Int?

    init(_ session: DashboardSession) {
        view = session.team?.view
        operatorHere = session.team == nil ? nil : session.person
    }

    /// Everybody else who is there.
    var others: [TeamPerson] { (view?.people ?? []).filter { $0.session != operatorHere?.session } }

    /// Who else has an editor open on a key.
    func editors(of key: String) -> [TeamPerson] { others.filter { $0.isEditing && $0.key == key } }
}
