import ExperimentsCore
import ExperimentsSupport

/// A regular expression of JavaScript, run by an engine that never runs away.
///
/// Texts are searched by UTF-16 code units, as JavaScript does without the flag `u`: what is beyond U+FFFF counts as two.
struct JavaScriptPattern: Sendable {
    /// As it was written.
    let text: String
    /// Why it finds nothing anywhere; nil if it can be searched for.
    let problem: String?
    private let expression: RegularExpression?

    init(_ text: String, ignoresCase: Bool) {
        self.text = text
        do throws(PatternProblem) {
            (expression, problem) = (try RegularExpression(text, .javaScript, ignoresCase: ignoresCase), nil)
        } catch {
            (expression, problem) = (nil, error.description)
        }
    }

    /// Whether it occurs anywhere in a text; nil if it cannot be read, or if the search takes too much work.
    func isFound(in text: String) -> Bool? {
        expression?.isFound(in: Array(CodeUnitText.of(text).utf8))
    }
}
