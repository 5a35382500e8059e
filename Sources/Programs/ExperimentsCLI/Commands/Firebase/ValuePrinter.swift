import ExperimentsCore

/// Prints the one value that a command is about.
struct ValuePrinter {
    let asJSON: Bool

    /// The value alone; with --json, a document that has it under `name`, and `others` beside it.
    func print(_ value: String, as name: String, others: [(String, JSONValue)] = []) throws(CommandProblem) {
        guard asJSON else { return try StandardOutput.whole(value) }
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members[name] = .string(value)
        for (name, value) in others { members[name] = value }
        try StandardOutput.document(.object(members))
    }
}
