import ExperimentsCore
import ExperimentsDashboard
import Foundation

extension ProjectSession {
    /// The rows that a filter of the dashboard lets through, in an order of the dashboard. Once something was fetched.
    func rows(
        filter: String, sort: ExperimentsDashboard.SortOrder = ExperimentsDashboard.SortOrder()
    ) -> [ReportRow] {
        DashboardState(session: forDashboard, options: DashboardOptions(), size: .zero, now: Date())
            .rows(filter: filter, sort: sort)
    }
}
