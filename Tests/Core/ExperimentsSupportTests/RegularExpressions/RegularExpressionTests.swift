import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Regular expressions", .inTurn)
struct RegularExpressionTests {
    private static let pieces = [
        "(", ")", ")", "(?:", "a", "b", "ab", "B", "é", "1", "_", " ", "|", "*", "+", "?", "{2}", "{1,2}",
        "[ab]",
        "[^a]",
        "[a-c1]", ".", #"\d"#, #"\w"#, #"\W"#, #"\s"#, #"\b"#, #"\B"#, "^", "$",
    ]

    private func program(_ text: String, _ dialect: PatternDialect) -> PatternProgram? {
        guard let (tree, _, groupCount) = try? PatternParser.parse(text, dialect) else { return nil }
        return PatternProgram(tree, groupCount: groupCount, dialect)
    }

    private func joined(_ pieces: [String], atMost count: Int, _ random: inout SeededGenerator) -> String {
        (0..<random.below(count)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }

    @Test(
        "the automaton and the search that tries one way after the other find the same",
        arguments: [PatternDialect.filter, .sdks])
    func agree(_ dialect: PatternDialect) {
        var random = SeededGenerator(seed: 5)
        var compared = 0
        for _ in 0..<20_000 {
            let text = joined(
                Self.pieces + (dialect == .sdks ? ["(?i)", "(?m)", "(?s)", "\n"] : []), atMost: 9, &random)
            guard let program = program(text, dialect), program.isRegular else { continue }
            var automaton = PatternAutomaton(program)
            for _ in 0..<3 {
                let subject = joined(["a", "b", "c", "1", "_", " ", "é", "日", "\n"], atMost: 8, &random)
                var backtracker = PatternBacktracker(program, Array(subject.utf8))
                let isFound = automaton.isFound(in: subject.utf8)
                #expect(isFound == backtracker.isFound(), "/\(text)/ in “\(subject)”")
                compared += 1
            }
        }
        #expect(compared > 5_000)
    }

    @Test("what looks around and refers to groups is found where Foundation's expressions find it")
    func agreesWithFoundation() throws {
        var random = SeededGenerator(seed: 17)
        var compared = 0
        let pieces =
            Self.pieces.filter { $0.utf8.count == $0.count } + ["(?=", "(?!", "(?<=", "(?<!", #"\1"#, "(?i)"]
        for _ in 0..<40_000 {
            let text = joined(pieces, atMost: 9, &random)
            guard let program = program(text, .sdks), !program.isRegular,
                let expression = try? RegularExpression(text, .sdks),
                let other = try? NSRegularExpression(pattern: text)
            else { continue }
            for _ in 0..<3 {
                let subject = joined(["a", "b", "A", "B", "1", "_", " "], atMost: 8, &random)
                let range = NSRange(subject.startIndex..., in: subject)
                let isFound = expression.isFound(in: Array(subject.utf8))
                #expect(
                    isFound == (other.firstMatch(in: subject, range: range) != nil),
                    "/\(text)/ in “\(subject)”")
                compared += 1
            }
        }
        #expect(compared > 1_000)
    }

    @Test(
        "expressions that make others hang are answered",
        arguments: ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)x", "(?=(a|a)*b)a", "(?:a?){60}a{60}b"])
    func answered(_ text: String) throws {
        let subject = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)
        #expect(try RegularExpression(text, .sdks).isFound(in: subject) == false)
    }

    @Test("a set of ten thousand characters in any order is a set like any other")
    func largeSet() throws {
        let scalars = (0x4E00...0x9FA5 as ClosedRange<UInt32>).filter { $0.isMultiple(of: 2) }
            .compactMap(Unicode.Scalar.init)
        let text = String(
            String.UnicodeScalarView((0..<scalars.count).map { scalars[$0 * 7919 % scalars.count] }))
        let expression = try RegularExpression("[\(text)]", .filter)
        #expect(expression.isFound(in: Array("\u{4E00}".utf8)) == true)
        #expect(expression.isFound(in: Array("\u{4E01}".utf8)) == false)
        #expect(
            try RegularExpression("[\(text.prefix(200))]", .filter).isFound(in: Array(text.prefix(1).utf8))
                == true)
    }

    @Test("a reference to a group that would be tried without end is given up")
    func givesUp() throws {
        let subject = [UInt8](repeating: UInt8(ascii: "a"), count: 40)
        #expect(try RegularExpression(#"(a|a)*\1b"#, .sdks).isFound(in: subject) == nil)
    }

    @Test(
        "any case is that of Unicode, as far as one character is another",
        arguments: [
            ("(?i)é", "É", true), ("(?i)[à-é]", "É", true), ("(?i)k", "\u{212A}", true),
            ("(?i)[^k]", "K", false),
            ("(?i)straße", "STRASSE", false), ("(?i)(ß|é)\\1", "éÉ", true), ("é", "É", false),
            ("(?i)1", "1", true),
        ])
    func anyCase(_ text: String, _ subject: String, _ isFound: Bool) throws {
        #expect(try RegularExpression(text, .sdks).isFound(in: Array(subject.utf8)) == isFound)
    }

    @Test("half of a surrogate pair is in no text, and a set of all but ASCII is of whole characters")
    func encodings() throws {
        #expect(try RegularExpression(#"\ud83d"#, .sdks).isFound(in: Array("😀".utf8)) == false)
        #expect(try RegularExpression(#"^[\ud800-\udfff]"#, .sdks).isFound(in: Array("😀".utf8)) == false)
        for character in ["é", "日", "\u{D7FF}", "\u{E000}", "😀", "\u{10FFFF}"] {
            let bytes = Array(character.utf8)
            #expect(try RegularExpression("^[^a]$", .sdks).isFound(in: bytes) == true)
            #expect(try RegularExpression("^[^a][^a]$", .sdks).isFound(in: bytes) == false)
            #expect(
                try RegularExpression("^[\u{80}-\u{10FFFE}]$", .sdks).isFound(in: bytes) == (bytes[0] != 0xF4)
            )
        }
    }

    @Test("a text of any length may be looked for in a text of any character", arguments: [1, 200, 1_000])
    func manyRepetitions(_ count: Int) throws {
        let expression = try RegularExpression("^.{1,\(count)}$", .sdks)
        #expect(expression.isFound(in: Array(String(repeating: "日", count: count).utf8)) == true)
        #expect(expression.isFound(in: Array(String(repeating: "日", count: count + 1).utf8)) == false)
    }
}
