import Experiments
import ExperimentsMacros

/// How a reader is greeted.
enum Greeting: String, CaseIterable {
    case plain, warm
}

extension Keys {
    /// The keys of a reading app as plain declarations, of which the macro makes keys.
    @RemoteKeys
    enum Reader {
        /// Greeting
        static let greeting = Greeting.plain

        /// Columns
        ///
        /// How many a page has.
        @KeyDetails(in: 1...6)
        static let columns = 3

        /// Night mode
        static let nightMode = false
    }
}
