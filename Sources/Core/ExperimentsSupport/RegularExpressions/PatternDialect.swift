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
