import ExperimentsCore

extension CommandProblem {
    /// A name that neither the project nor the source knows.
    static func unknownKey(_ name: String, among names: [String], advice: String? = nil) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \($0)?" }
        let all = [near, advice].compactMap { $0 }.joined(separator: "\n")
        return CommandProblem("no key is called \"\(name)\"", advice: all.isEmpty ? nil : all)
    }

    /// A value that the key's schema refuses.
    static func refusedValue(_ problem: IncorrectValue, of key: String) -> CommandProblem {
        let expected = "expected \(problem.expected)"
        return CommandProblem(
            "\(key) does not accept this value: \(problem.reason)",
            excerpt: [ValueExcerpt(problem)?.text, expected].compactMap { $0 }.joined(separator: "\n"),
            advice: "--raw sets it all the same, to test what a broken value does.")
    }
}
