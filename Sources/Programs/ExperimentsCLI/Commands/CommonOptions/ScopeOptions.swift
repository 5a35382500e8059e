import ArgumentParser
import ExperimentsCore

/// The options for the scope of overrides.
struct ScopeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only for this app, by the name that its link has.", valueName: "name"))
    var app: String?

    @Option(
        help: ArgumentHelp("Only for this installation of the app, as `experiments apps` lists it.", valueName: "id"))
    var installation: String?

    @Flag(help: "Of the store that the team shares, and not of one's own file.") var team = false

    /// The scope; everyone where none of the options is given.
    ///
    /// - Throws: `CommandProblem` where they name none.
    func scope() throws(CommandProblem) -> OverrideScope {
        do throws(OverrideScopeProblem) {
            return try OverrideScope(app: app, installation: installation)
        } catch {
            throw CommandProblem(error.message, advice: error.advice)
        }
    }
}
