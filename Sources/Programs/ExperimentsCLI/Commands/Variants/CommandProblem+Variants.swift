import ExperimentsSupport

extension CommandProblem {
    /// A flag that is not in the file.
    static func unknownFlag(_ name: String, among names: [String]) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names)
        return CommandProblem("no flag is called \"\(name)\"", advice: near.map { "Did you mean \($0)?" })
    }
}
