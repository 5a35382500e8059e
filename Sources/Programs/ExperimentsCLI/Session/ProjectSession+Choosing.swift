import ExperimentsCore
import ExperimentsDashboard
import Foundation

extension ProjectSession {
    /// The rows that a filter of the dashboard lets through, in an order of the dashboard. Once something was fetched.
    ///
    /// - Throws: `CommandProblem` where that cannot be found out.
    func rows(
        filter: Filter, sort: ExperimentsDashboard.SortOrder = ExperimentsDashboard.SortOrder()
    ) throws(CommandProblem) -> [ReportRow] {
        let state = DashboardState(session: forDashboard, options: DashboardOptions(), size: .zero, now: Date())
        do throws(FilterProblem) {
            return try state.rows(filter: filter, sort: sort)
        } catch {
            throw CommandProblem(error, in: filter.text)
        }
    }
}
