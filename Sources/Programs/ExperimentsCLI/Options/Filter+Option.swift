import ExperimentsOperator

extension Filter {
    /// Reads what `--filter` says. Every command that takes a filter gets it from here: one that cannot be understood
    /// must not pass for one that lets everything through.
    ///
    /// - Throws: `CommandProblem` with the dashboard's words and a caret under the place.
    init(option text: String) throws(CommandProblem) {
        do throws(FilterProblem) {
            try self.init(whole: text)
        } catch {
            throw CommandProblem(error, in: text)
        }
    }
}

extension CommandProblem {
    /// Creates the error for a problem with a filter.
    init(_ problem: FilterProblem, in text: String) {
        let place = text.index(text.startIndex, offsetBy: problem.offset, limitedBy: text.endIndex) ?? text.endIndex
        let offset = text.utf8.distance(from: text.startIndex, to: place)
        self.init("--filter: \(problem.text)", excerpt: Self.excerpt(of: text, at: offset))
    }
}
