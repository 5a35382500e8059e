import ArgumentParser

/// An example of a command line, with its effect.
struct CommandExample {
    /// The whole line: `experiments list --filter status:missing`.
    let line: String
    /// The effect of the command, in a sentence without a full stop.
    let meaning: String

    init(_ line: String, _ meaning: String) {
        (self.line, self.meaning) = (line, meaning)
    }
}

/// A command whose help shows how it is used.
protocol ExemplifiedCommand: ParsableCommand {
    static var examples: [CommandExample] { get }
}
