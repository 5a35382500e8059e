import ArgumentParser
import ExperimentStatistics
import ExperimentsCore

/// Plans an experiment: how long, for which effect.
struct PowerCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "power", abstract: "Tell how many users and days an experiment needs, for which effect.",
        discussion: """
            The effect is the least one that matters. It is a share of control's, such as 5%, or a difference, such as \
            0.5. With --days in place of --effect, the command tells the smallest effect that so many days can show.

            Results may be looked at at any time, which costs users. With --once, the plan is for a single look at the \
            end; a result that is looked at earlier is then worth nothing.
            """)
    static let examples = [
        CommandExample(
            "experiments power --baseline 10% --effect 5% --users-per-day 2000",
            "Plan for a conversion of 10 % and 5 % more of it"),
        CommandExample(
            "experiments power --baseline 10% --days 14 --users-per-day 2000", "See what two weeks can show"),
        CommandExample(
            "experiments power --baseline 12.5 --deviation 30 --effect 3%", "Plan for a mean, such as revenue"),
    ]

    @Option(
        help: ArgumentHelp(
            "Control's share of users who do it, such as 10%; or its mean, with --deviation.", valueName: "number"))
    var baseline: String

    @Option(help: ArgumentHelp("The standard deviation of a mean among users.", valueName: "number"))
    var deviation: String?

    @Option(
        help: ArgumentHelp("The least effect that matters, such as 5%, or 0.5 for a difference.", valueName: "effect"))
    var effect: String?

    @Option(help: ArgumentHelp("Tell what so many days can show.", valueName: "number")) var days: String?

    @Option(help: ArgumentHelp("Users who come a day, to all groups.", valueName: "number"))
    var usersPerDay: String?

    @Option(help: ArgumentHelp("How many groups there are, control among them.", valueName: "number")) var groups = 2

    @Option(help: ArgumentHelp("The chance of a false alarm.", valueName: "percent")) var alpha = "5%"

    @Option(help: ArgumentHelp("The chance to see an effect that is there.", valueName: "percent")) var power = "80%"

    @Flag(help: "Plan for a single look at the end.") var once = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let plan = try PowerQuestion(self).answer()
        if global.json {
            try StandardOutput.document(plan.json)
        } else {
            try StandardOutput.lines(plan.lines)
        }
    }
}
