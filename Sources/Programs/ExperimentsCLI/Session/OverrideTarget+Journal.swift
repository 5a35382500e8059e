import ExperimentsCore
import Foundation

// Every change that a command makes is a step that can be undone.
extension OverrideTarget {
    /// Changes the overrides, and keeps the change as a step that can be undone.
    ///
    /// - Parameters:
    ///   - title: what it does, in words.
    ///   - command: the command that does it, for example `override set`.
    func change(_ title: String, by command: String, _ change: (inout OverrideSet) throws -> Void) throws {
        tell(try files.journal.change(store, title, by: Self.origin(command), at: Date(), change))
    }

    /// Takes the last step back, or does the last one again that was taken back.
    ///
    /// - Returns: the step that did so.
    /// - Throws: `CommandProblem` where there is none, or its keys were changed since.
    func reverse(_ verb: ReversalVerb, force: Bool) throws -> OverrideStep? {
        let origin = Self.origin("override \(verb.rawValue)")
        if let journal = try? files.journal.read(), let next = verb.next(in: journal) {
            Self.announce(verb.deed, next.names)
        }
        do {
            let done =
                switch verb {
                case .undo: try files.journal.undo(store, by: origin, at: Date(), force: force)
                case .redo: try files.journal.redo(store, by: origin, at: Date(), force: force)
                }
            tell(done)
            return done.step
        } catch let problem as OverrideJournalProblem {
            guard problem.keys.isEmpty else {
                throw CommandProblem(
                    problem.message,
                    advice: "Nothing was changed. `experiments override \(verb.rawValue) --force` does it all the same."
                )
            }
            throw CommandProblem(
                "\(problem.message): \(verb.nothing(path))",
                advice: "`experiments override log` prints the changes that are kept.")
        }
    }

    /// What is the matter with the journal is said; the overrides are changed all the same.
    private func tell(_ done: JournaledUpdate) {
        if let problem = done.problem { StandardError.line("note: \(problem)") }
    }

    private static func origin(_ command: String) -> OverrideOrigin {
        OverrideOrigin(author: Environment.author, program: "experiments \(command)")
    }

    /// Names for a title: the name of the only key, or how many they are.
    static func words(for names: [String]) -> String {
        names.count == 1 ? names[0] : "\(names.count) keys"
    }
}
