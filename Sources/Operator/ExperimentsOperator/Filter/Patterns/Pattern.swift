import Synchronization

/// A regular expression to look for. Without capitals it is found in any case.
///
/// Time is bounded by the length of what is searched, whatever the expression: it is made into an automaton that goes
/// through every text once.
package final class Pattern: Sendable {
    /// As it was typed, without the slashes.
    let text: String
    /// Whether the case of letters counts.
    let matchesCase: Bool
    private let program: PatternProgram
    private let automaton: Mutex<PatternAutomaton>

    init(_ text: String) throws(PatternProblem) {
        let (tree, matchesCase) = try PatternParser.parse(text)
        self.text = text
        self.matchesCase = matchesCase
        guard let program = PatternProgram(tree, matchesCase: matchesCase) else {
            throw PatternProblem(reason: "this is too long with all its repetitions", place: 1)
        }
        self.program = program
        automaton = Mutex(PatternAutomaton(program))
    }

    /// Looks through any number of texts, in small letters unless the case counts.
    func look<Result: Sendable>(_ body: (inout sending PatternAutomaton) -> sending Result) -> Result {
        automaton.withLock { automaton in
            automaton.renew()
            return body(&automaton)
        }
    }

    /// Whether it occurs in a text.
    func isFound(in text: String) -> Bool {
        let bytes = FoldedText(text).bytes(matchingCase: matchesCase)
        return automaton.withLock { automaton in
            automaton.renew()
            return automaton.isFound(in: bytes)
        }
    }

    /// Where it occurs first in a text, as far as it goes there; nil where it doesn't, or where that is too much work.
    package func firstRange(in text: FoldedText) -> Range<Int>? {
        let bytes = text.bytes(matchingCase: matchesCase)
        var stepper = PatternStepper(program)
        var current: [(step: Int32, start: Int)] = []
        var found: Range<Int>?
        for place in 0...bytes.count {
            guard stepper.work < Self.workLimit else { return nil }
            let byte = place < bytes.count ? bytes[place] : nil
            let before = place > 0 ? PatternStepper.Before(bytes[place - 1]) : .nothing
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

extension Pattern: Hashable {
    package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension FoldedText {
    /// The bytes that an expression goes over: small letters, with the capitals of ASCII put back where they count.
    func bytes(matchingCase: Bool) -> [UInt8] {
        guard matchingCase, !capitals.isEmpty else { return bytes }
        return bytes.indices.map { isCapital($0) && bytes[$0] < 0x80 ? bytes[$0] & 0xdf : bytes[$0] }
    }
}
