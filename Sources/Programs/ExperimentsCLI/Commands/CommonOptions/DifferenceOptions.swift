import ArgumentParser

/// The option of commands that compare values.
struct DifferenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How to print what differs: as a table of the parts that differ; as diff -u prints it; or as a JSON Patch of \
            the values as members of one object.
            """, valueName: "format"))
    var format: DifferenceFormat = .table

    /// Refuses what cannot be printed at the same time.
    func check(_ options: GlobalOptions) throws {
        guard options.json, format != .table else { return }
        throw ValidationError("--json and --format \(format.rawValue) are given one at a time.")
    }
}
