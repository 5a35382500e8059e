import ArgumentParser
import ExperimentsCore
import Variants

struct VariantsSimulateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Compute the share of many users that gets each variant.",
        discussion: """
            Users get random whole numbers for everything that conditions look up and --context does not fix. With \
            --ids, they get the identifiers of a file instead, to see how real ones fall.

            A share comes with the interval in which the true one lies with a confidence of 95 %, and the share that \
            the conditions intend. Where counts are not what was intended by more than chance explains, that is a \
            sample-ratio mismatch, told as a warning; --strict exits with 2.
            """)
    static let examples = [
        CommandExample("experiments variants simulate variants.json", "See what shares the conditions give"),
        CommandExample(
            "experiments variants simulate variants.json --users 10000 --context country=NO",
            "Simulate Norwegians alone"),
    ]

    @OptionGroup var file: VariantsFile

    @Option(help: ArgumentHelp("How many users.", valueName: "number")) var users = 1_000_000

    @Option(
        help: ArgumentHelp("A file of identifiers, one in each line, in place of random ones.", valueName: "file"),
        completion: .file())
    var ids: String?

    @OptionGroup var known: ContextOptions

    @Option(help: ArgumentHelp("Another one gives other users.", valueName: "number")) var seed: UInt64 = 0

    @Flag(help: "Exit with 2 where there is a sample-ratio mismatch.") var strict = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (0...1_000_000_000).contains(users) else {
            throw ValidationError("--users is from 0 to 1000000000, found \(users)")
        }
    }

    func run() throws {
        let registry = try file.registry()
        let simulation = try registry.simulate(
            SimulationOptions(
                users: users, ids: try FileBytes.identifiers(in: ids), context: try known.values(), seed: seed))
        if global.json {
            try StandardOutput.document(simulation.document)
        } else {
            try StandardOutput.write(simulation.tables(global.settings))
        }
        let isMismatch = !simulation.mismatchedVariants.isEmpty || !simulation.mismatchedFlags.isEmpty
        if strict, isMismatch { throw ExitCode(ExitStatus.contractBroken) }
    }
}
