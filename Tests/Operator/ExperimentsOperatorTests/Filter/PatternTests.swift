import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Regular expressions", .inTurn)
struct PatternTests {
    @Test(
        "an expression finds what it says",
        arguments: [
            ("^max_", "max_items", true), ("^items", "max_items", false), ("items$", "max_items", true),
            ("max$", "max_items", false), ("a|b", "xyz", false), ("(free|paid)_ship", "paid_shipping", true),
            ("[0-9]{3,}", "id 42", false), ("[0-9]{3,}", "id 423", true), ("colou?r", "color", true),
            (#"\d+\.\d+"#, "0.95", true), (#"\d+\.\d+"#, "95", false), (#"\bend\b"#, "weekend", false),
            (#"\bend\b"#, "the end", true), ("[^a-z]", "abc", false), ("[^a-z]", "ab c", true),
            (".", "\n", false),
            ("ø.å", "xøyåx", true), ("[å-ø]", "ç", true), ("こ.に", "こんにちは", true), ("x{", "x{", true),
            ("[]]", "]", true), (#"[\w-]+=1"#, "a-b=1", true), ("(?:ab)+c", "ababc", true),
            ("", "anything", true),
            ("^$", "", true), ("^$", "a", false), ("a{2}", "xax", false), ("a{2}", "xaax", true),
        ])
    func meaning(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try Pattern(pattern).isFound(in: text) == isFound)
    }

    @Test(
        "without a capital the case of letters does not count, with one it does",
        arguments: [
            ("label", "LABEL", true), ("LABEL", "label", false), ("Label", "Label", true),
            ("[a-c]x", "BX", true),
            ("[A-C]x", "bx", false), ("[A-C]x", "Bx", true), (#"\W\D\Sx"#, "-!-X", true),
            ("[^a]", "A", false),
            ("é", "É", true), ("B[^é]$", "Bé", false), ("B[^É]$", "BÉ", false), ("B[^é]$", "Bx", true),
        ])
    func smartCase(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try Pattern(pattern).isFound(in: text) == isFound)
    }

    @Test(
        "an invalid expression is reported with its place",
        arguments: [
            ("a(b", 2, "has no )"), ("ab)", 3, "has no ("), ("[a-", 1, "has no ]"),
            ("*a", 1, "nothing to repeat"),
            ("a**", 3, "repeats a repetition"), ("a{3,1}", 2, "ends before it begins"),
            (#"a\"#, 2, "character after \\"), (#"\q"#, 1, "unknown escape \\q"),
            (#"(a)\1"#, 4, "references to groups"),
            ("[z-a]", 2, "ends before it begins"), ("(?=a)", 2, "only allowed in (?:"),
            ("a{2000}", 2, "at most 1000"), ("(a{99}){99}", 1, "too long"), ("^*", 2, "nothing to repeat"),
        ])
    func problems(_ pattern: String, _ place: Int, _ words: String) throws {
        let problem = #expect(throws: PatternProblem.self) { try Pattern(pattern) }
        #expect(problem?.offset == place - 1)
        #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
    }

    @Test(
        "what is found is found where Foundation's expressions find it, for thousands of made-up expressions")
    func agreesWithFoundation() throws {
        var random = Dice(state: 7)
        var compared = 0
        for _ in 0..<3000 {
            let text = random.expression(depth: 3)
            guard let pattern = try? Pattern(text) else { continue }
            let options: NSRegularExpression.Options = pattern.matchesCase ? [] : .caseInsensitive
            guard let other = try? NSRegularExpression(pattern: text, options: options) else { continue }
            for _ in 0..<4 {
                let subject = random.text()
                let range = other.firstMatch(in: subject, range: NSRange(subject.startIndex..., in: subject))?
                    .range
                let start = range.flatMap { Range($0, in: subject) }.map {
                    subject.utf8.distance(from: subject.startIndex, to: $0.lowerBound)
                }
                #expect(pattern.isFound(in: subject) == (start != nil), "/\(text)/ in “\(subject)”")
                #expect(
                    pattern.firstRange(in: FoldedText(subject))?.lowerBound == start,
                    "/\(text)/ in “\(subject)”")
                compared += 1
            }
        }
        #expect(compared > 5000)
    }

    @Test(
        "expressions that make others hang are done in no time",
        arguments: ["(a*)*b", "(a|a)*b", "(a|aa)+$", "(.*)(.*)(.*)(.*)x", "(x+x+)+y", "(a?){60}a{60}b"])
    func bounded(_ text: String) throws {
        let pattern = try Pattern(text)
        let subject = String(repeating: "a", count: 5000) + String(repeating: "x", count: 5000)
        let isFound = pattern.look { automaton in
            let found = (0..<100).map { _ in automaton.isFound(in: Array(subject.utf8)) }
            #expect(!automaton.gaveUp)
            return found.contains(true)
        }
        #expect(isFound == (text == "(.*)(.*)(.*)(.*)x"))
        _ = pattern.firstRange(in: FoldedText(subject))
    }

    @Test("an expression of very many states gives up instead of holding the screen up")
    func givesUp() throws {
        let pattern = try Pattern("(a|b)*a(a|b){300}c")
        var random = Dice(state: 3)
        let subjects = (0..<300).map { _ in (0..<2000).map { _ in UInt8(random.roll(2) == 0 ? 97 : 98) } }
        let gaveUp = pattern.look { automaton in
            for subject in subjects { _ = automaton.isFound(in: subject) }
            return automaton.gaveUp
        }
        #expect(gaveUp)
        #expect(pattern.isFound(in: "a" + String(repeating: "b", count: 300) + "c"))
    }
}

/// Made-up expressions and texts, the same in every run.
private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % sides
    }

    mutating func text() -> String {
        let letters = ["a", "b", "c", "A", "1", "_", " ", "-", "é", "日"]
        return (0..<roll(10)).map { _ in letters[roll(letters.count)] }.joined()
    }

    mutating func expression(depth: Int) -> String {
        switch roll(depth > 0 ? 10 : 5) {
        case 0: return [".", #"\d"#, #"\w"#, #"\s"#, #"\W"#, #"\S"#][roll(6)]
        case 1: return ["[ab]", "[^a]", "[a-c1]", #"[^\w]"#, "[é-ú]", #"[\d_]"#][roll(6)]
        case 2: return ["a", "b", "A", "é", "日", "1"][roll(6)]
        case 3: return ["^", "$", #"\b"#, #"\B"#][roll(4)]
        case 4: return ["ab", "a b", "_", "-"][roll(4)]
        case 5:
            return "(" + expression(depth: depth - 1) + ")"
                + ["*", "+", "?", "{2}", "{1,2}", "{0,}"][roll(6)]
        case 6: return "(" + expression(depth: depth - 1) + "|" + expression(depth: depth - 1) + ")"
        default: return expression(depth: depth - 1) + expression(depth: depth - 1)
        }
    }
}
