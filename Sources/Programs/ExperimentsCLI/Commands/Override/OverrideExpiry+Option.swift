import ExperimentsCore
import Foundation

extension OverrideExpiry {
    /// Reads what `--expires` says.
    init(option text: String, now: Date) throws(CommandProblem) {
        do throws(OverrideExpiryProblem) {
            try self.init(parsing: text, now: now, localTime: .system)
        } catch {
            throw CommandProblem("--expires", error)
        }
    }
}
