import ExperimentsCore
import ExperimentsSupport

/// A regular expression of JavaScript, run by an engine that never runs away.
///
/// It is rewritten for the engine of this package. Texts are searched by UTF-16 code units, as JavaScript does without the
/// flag `u`: what is beyond U+FFFF counts as two.
struct JavaScriptPattern: Sendable {
    /// As it was written.
    let text: String
    /// Why it finds nothing anywhere; nil if it can be searched for.
    let problem: String?
    private let expression: RegularExpression?

    init(_ text: String, ignoresCase: Bool) {
        self.text = text
        var rewriting = PatternRewriting(text)
        do throws(UnsearchablePattern) {
            let rewritten = try rewriting.rewritten()
            (expression, problem) = Self.expression(ignoresCase ? "(?i)" + rewritten : rewritten)
        } catch {
            (expression, problem) = (nil, error.description)
        }
    }

    private static func expression(_ text: String) -> (RegularExpression?, problem: String?) {
        do throws(PatternProblem) {
            return (try RegularExpression(text, .sdks), nil)
        } catch {
            return (nil, error.message)
        }
    }

    /// Whether it occurs anywhere in a text; nil if it cannot be read, or if the search takes too much work.
    func isFound(in text: String) -> Bool? {
        expression?.isFound(in: Array(CodeUnitText.of(text).utf8))
    }
}

/// A text in which halves of surrogate pairs stand as characters of their own.
enum CodeUnitText {
    /// The halves are shifted to where Unicode assigns no characters. Characters from there are pairs themselves, so that
    /// nothing is mixed up.
    static func of(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0xf0 }) else { return text }
        var result = String.UnicodeScalarView()
        for unit in text.utf16 { result.append(scalar(UInt32(unit))) }
        return String(result)
    }

    /// The character that stands for a code unit.
    static func scalar(_ unit: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(unit) ?? Unicode.Scalar(0xf_0000 + (unit - 0xd800)) ?? "\u{FFFD}"
    }
}
