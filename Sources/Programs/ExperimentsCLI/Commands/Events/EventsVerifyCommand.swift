import ArgumentParser
import ExperimentEventStore
import ExperimentsCore
import Foundation

struct EventsVerifyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Count all experiments again from their events, and compare with the totals that are kept.",
        discussion: """
            Each user's group and values are counted again from the user's exposures and events, and the totals from the \
            users. Nothing should ever differ, not even in the last digit. If something does, for example because the file \
            was changed by hand, --repair takes what was counted.

            Exit status: 0 all totals are right; 1 an error; 2 some are not.
            """)
    static let examples = [
        CommandExample("experiments events verify", "Make sure that the totals are those of the users"),
        CommandExample("experiments events verify --repair", "Replace those that are not"),
    ]

    @Flag(help: "Replace totals that differ by what was counted.") var repair = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let project = try ProjectEvents(options.settings)
        let isRepaired = repair
        let database = try isRepaired ? project.openAsIs() : project.openForReading()
        let result = try Progress.wait("Counting") { try await database.verify(repairs: isRepaired) }
        if options.json {
            try StandardOutput.document([
                "experiments": result.experiments, "units": result.units, "sums": result.sums,
                "differences": result.differences, "repaired": isRepaired && !result.differences.isEmpty,
            ])
        } else {
            let style = PlainText(options.settings)
            for difference in result.differences { try StandardOutput.line(style.shown(difference, ink: .red)) }
            let words =
                "\(result.units) users and \(result.sums) sums of \(result.experiments) experiments: "
                + (result.differences.isEmpty
                    ? "all are right"
                    : "\(result.differences.count) differ" + (isRepaired ? ", and were replaced" : ""))
            try StandardOutput.line(style.shown(words))
        }
        if !result.differences.isEmpty, !isRepaired { throw ExitCode(ExitStatus.totalsDiffer) }
    }
}
