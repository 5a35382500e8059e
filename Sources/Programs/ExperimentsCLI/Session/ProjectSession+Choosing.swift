import ExperimentsCore
import ExperimentsOperator
import Foundation

extension ProjectSession {
    /// What the keys come to, to be listed.
    var content: KeyListing.Content { KeyListing.Content(report: service.report(for: keys), now: Date()) }

    /// The rows that a filter lets through, in an order. Once something was fetched.
    ///
    /// - Throws: `CommandProblem` where that cannot be found out.
    func rows(
        filter: Filter, sort: KeyOrder = KeyOrder()
    ) throws(CommandProblem) -> [ReportRow] {
        do throws(FilterProblem) {
            return try KeyListing.rows(of: content, filter: filter, sort: sort)
        } catch {
            throw CommandProblem(error, in: filter.text)
        }
    }
}
