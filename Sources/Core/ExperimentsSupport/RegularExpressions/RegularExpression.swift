import Locks

/// A regular expression to look for in texts.
///
/// Time is bounded by the length of what is searched, whatever the expression: it is made into an automaton that goes
/// through every text once. Only where a text is looked at twice, for a reference to a group or for what follows without
/// being taken, are ways tried one after the other, up to a number of steps.
///
/// Made here because the engine of Swift and that of Foundation try ways without end: `(a|a)*b` hangs whoever filters by
/// it, or serves a template that holds it.
package final class RegularExpression: Sendable {
    /// Whether the case of letters counts.
    package let matchesCase: Bool
    /// The text that the expression is, if it is nothing but that.
    package let literal: String?
    private let program: PatternProgram
    /// Made when it is first needed.
    private let automaton = Mutex<PatternAutomaton?>(nil)

    /// An expression of one of the dialects.
    package init(_ text: String, _ dialect: PatternDialect) throws(PatternProblem) {
        let (tree, matchesCase, groupCount) = try PatternParser.parse(text, dialect)
        self.matchesCase = matchesCase
        literal = tree.literal
        guard let program = PatternProgram(tree, groupCount: groupCount, dialect) else {
            throw PatternProblem(message: "this is too long with all its repetitions", offset: 0)
        }
        self.program = program
    }

    /// Looks through any number of texts. Nothing is found of an expression that is not regular.
    package func look<Result: Sendable>(_ body: (inout sending PatternAutomaton) -> sending Result) -> Result {
        automaton.withLock { kept in
            // Taken out and put back, so that its tables are not copied.
            var automaton = kept.take() ?? PatternAutomaton(program)
            defer { kept = automaton }
            automaton.renew()
            return body(&automaton)
        }
    }

    /// Whether it occurs in a text; nil where that is too much work.
    package func isFound(in text: [UInt8]) -> Bool? {
        guard program.isRegular else {
            var backtracker = PatternBacktracker(program, text)
            return backtracker.isFound()
        }
        return look { automaton -> Bool? in
            let isFound = text.withUnsafeBufferPointer { automaton.isFound(in: $0) }
            return automaton.gaveUp ? nil : isFound
        }
    }

    /// Where it occurs first in a text, as far as it goes there; nil where it doesn't, or where that is too much work.
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
            // The earlier a match began, the earlier its steps are followed, so that it keeps those that both reach.
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

/// Which expressions are understood, and what they mean.
package enum PatternDialect: Sendable {
    /// What people type into a filter: letters, `.`, `[a-z]`, `\d \w \s \b`, `* + ? {2,5}`, `(…)`, `|`, `^` and `$`. A
    /// letter and its accents are one character, and whatever is not ASCII belongs to words.
    ///
    /// What is searched is in small letters. Where the expression has a capital, the capitals of ASCII are left in it.
    case filter
    /// What RE2, Python and JavaScript have in common, by Unicode scalars: `\w`, `\d` and `\b` know ASCII, `.` is
    /// anything but a line feed, `$` is the very end. Look-around and references to groups are understood too, because
    /// Firebase's SDKs for Python and Node do. What one of the SDKs refuses or reads as something else, such as `\p{L}`
    /// or `a++`, is a problem.
    case sdks
}

/// Why a text is no regular expression of its dialect.
package struct PatternProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, and what to write instead.
    package let message: String
    /// Where, as a count from the start: of characters in a filter, else of Unicode scalars.
    package let offset: Int

    /// `this ( has no ) at character 3`.
    package var description: String { "\(message) at character \(offset + 1)" }
}
