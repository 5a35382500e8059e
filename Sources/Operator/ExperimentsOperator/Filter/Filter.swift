/// What the rows of a list must meet: words, literal text in quotes, regular expressions between slashes and fields,
/// `status:missing key:/^max_/`, joined by and; `!` before one excludes what meets it.
public struct Filter: Sendable, Hashable {
    /// The text as typed.
    public let text: String
    /// The conditions in it.
    package let terms: [FilterTerm]
    /// What is wrong with a part of it, which then asks for nothing.
    package let problem: FilterProblem?
    /// What may be typed next, where a field waits for its value.
    package let hint: String?

    /// A filter of this text; an empty one lets everything through.
    public init(_ text: String = "") {
        self.text = text
        let parser = FilterParser(text)
        (terms, problem, hint) = (parser.terms, parser.problem, parser.hint)
    }

    /// The filter that a text asks for where nobody types on: each part of it must ask for something. Of a filter that is
    /// being typed, what is wrong or not there yet lets everything through; a command would then change everything.
    public init(whole text: String) throws(FilterProblem) {
        let parser = FilterParser(text)
        if let problem = parser.firstProblem { throw problem }
        self.text = text
        (terms, problem, hint) = (parser.terms, nil, nil)
    }

    /// Whether everything passes.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether what passes depends on what changed.
    package var asksForChanges: Bool {
        terms.contains { if case .changed = $0.condition { true } else { false } }
    }

    /// Whether what passes depends on the time.
    package var dependsOnTime: Bool {
        terms.contains { if case .changed(let age) = $0.condition { age != .last } else { false } }
    }
}
