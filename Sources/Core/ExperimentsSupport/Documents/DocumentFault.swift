/// One problem, or oddity, in a document whose syntax is correct.
@usableFromInline package struct DocumentFault: Error, Sendable, Hashable {
    /// The consequence for the document.
    package enum Severity: Sendable, Hashable {
        /// The document cannot be used.
        case error
        /// The document is accepted, and the problem is reported as a warning.
        case oddity
    }

    /// How a message refers to the value at fault.
    package enum Form: Sendable, Hashable {
        /// A complete message, such as `expected a number, found "x"`, which may follow the value's name and a colon.
        case statement
        /// The rest of a sentence that begins with the value's name, such as `is empty`.
        case predicate
    }

    /// The way to the value at fault; empty for the document as a whole.
    package var path: DocumentPath
    /// The problem and what was expected: one line, without the location.
    package var message: String
    /// How the message refers to the value.
    package var form: Form
    /// How to correct it, as a clause; nil if there is no advice.
    package var advice: String?
    /// The consequence for the document.
    package var severity: Severity
    /// The format's name for the broken rule, if it has names for rules.
    package var rule: String?
    /// Its location in the text; nil if the location is looked up by the path.
    package var location: DocumentLocation?

    package init(
        _ path: DocumentPath, _ message: String, form: Form = .statement, advice: String? = nil,
        severity: Severity = .error, rule: String? = nil, at location: DocumentLocation? = nil
    ) {
        self.path = path
        self.message = message
        self.form = form
        self.advice = advice
        self.severity = severity
        self.rule = rule
        self.location = location
    }
}

/// The common wording of what was expected and what was found.
package enum DocumentWords {
    /// Returns `expected a number, found "x"`.
    package static func expected(_ expected: String, found: String) -> String {
        "expected \(expected), found \(found)"
    }

    /// Returns the nearest name in brackets, or all names if none is near.
    package static func hint(for name: String, among known: [String]) -> String {
        hint(near: SpellingSuggestion.nearest(to: name, in: known), among: known)
    }

    /// Returns the same hint, if the nearest name has already been looked up.
    static func hint(near: String?, among known: [String]) -> String {
        near.map { "(did you mean \"\($0)\"?)" } ?? "(known: \(known.joined(separator: ", ")))"
    }

    /// Returns `unknown theme 'drak' (did you mean 'dark'?)`.
    package static func unknown(_ kind: String, _ name: String, among known: [String]) -> String {
        let shown = name.count > 40 ? name.prefix(39) + "…" : Substring(name)
        return "unknown \(kind) \"\(shown)\" \(hint(for: name, among: known))"
    }

    /// Returns `one of a, b, c`.
    package static func one(of words: [String]) -> String { "one of " + words.joined(separator: ", ") }
}
