import ExperimentsLocks

/// A regular expression that is searched for in strings.
///
/// The time is limited by the length of the searched text, for every expression: the expression is converted to an
/// automaton that reads every text once. Only references to groups and look-around, which read parts of a string twice,
/// are handled by backtracking, with a limited number of steps.
///
/// It is written here because the engines of Swift and of Foundation backtrack without a limit: `(a|a)*b` would block a
/// user who types it into a filter, and a server that evaluates a template with it.
package final class RegularExpression: Sendable {
    /// Whether the case of letters counts.
    package let matchesCase: Bool
    /// The literal text of the expression, if it contains only literal characters.
    package let literal: String?
    private let program: PatternProgram
    /// Created when it is first needed.
    private let automaton = Mutex<PatternAutomaton?>(nil)

    /// Creates an expression in one of the dialects.
    ///
    /// - Parameter ignoresCase: Whether it is found in any case from its start, as after `(?i)`.
    /// - Throws: `PatternProblem` with the reason and the place.
    package init(_ text: String, _ dialect: PatternDialect, ignoresCase: Bool = false) throws(PatternProblem)
    {
        let (tree, matchesCase, groupCount) = try PatternParser.parse(text, dialect, ignoresCase: ignoresCase)
        self.matchesCase = matchesCase
        literal = tree.literal
        guard let program = PatternProgram(tree, groupCount: groupCount, dialect) else {
            throw PatternProblem(message: "this is too long with all its repetitions", offset: 0)
        }
        self.program = program
    }

    /// Searches any number of strings. For an expression that is not regular, nothing is found.
    package func look<Result: Sendable>(_ body: (inout sending PatternAutomaton) -> sending Result) -> Result
    {
        automaton.withLock { kept in
            // Taken out and put back, so that its tables are not copied.
            var automaton = kept.take() ?? PatternAutomaton(program)
            defer { kept = automaton }
            automaton.renew()
            return body(&automaton)
        }
    }

    /// Returns whether it occurs in a string; nil if that takes too many steps.
    package func isFound(in text: [UInt8]) -> Bool? {
        guard program.isRegular else {
            var backtracker = PatternBacktracker(program, text)
            return backtracker.isFound()
        }
        return look { automaton -> Bool? in
            let isFound = automaton.isFound(in: text)
            return automaton.gaveUp ? nil : isFound
        }
    }

    /// Returns the range of the first, longest match in a string; nil if there is none, or if that takes too many
    /// steps.
    package func firstRange(in bytes: [UInt8]) -> Range<Int>? {
        var stepper = PatternStepper(program)
        var current: [(step: Int32, start: Int)] = []
        var found: Range<Int>?
        for place in 0...bytes.count {
            guard stepper.work < Self.workLimit else { return nil }
            let byte = place < bytes.count ? bytes[place] : nil
            let before = PatternStepper.Before(place > 0 ? bytes[place - 1] : nil, program)
            var next: [(step: Int32, start: Int)] = []
            stepper.beginPlace()
            // The steps of earlier matches are followed first, so that they have priority for the steps that several
            // matches reach.
            if found == nil { current.append((program.start, place)) }
            for (step, start) in current {
                if let found, start > found.lowerBound { break }
                if stepper.follow(step, after: before, over: byte, take: { next.append(($0, start)) }) {
                    found = start..<place
                }
            }
            if next.isEmpty, found != nil { break }
            current = next
        }
        return found
    }

    private static let workLimit = 200_000
}
