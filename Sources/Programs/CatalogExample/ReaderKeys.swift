import Experiments
import ExperimentsMacros

/// The greeting of a reader.
enum Greeting: String, CaseIterable {
    case plain, warm
}

extension Keys {
    /// The keys of a reading app as plain declarations that a macro turns into keys.
    @RemoteKeys
    enum Reader {
        /// Greeting
        static let greeting = Greeting.plain

        /// Columns
        ///
        /// The number of columns on a page.
        @KeyDetails(in: 1...6)
        static let columns = 3

        /// Night mode
        static let nightMode = false
    }
}
