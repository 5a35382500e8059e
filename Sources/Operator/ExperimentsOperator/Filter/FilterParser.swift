import ExperimentsCore

/// Parses a typed filter: words, `"literal text"`, `/expression/`, `field:value`, each with `!` before it to negate it.
struct FilterParser {
    private(set) var terms: [FilterTerm] = []
    /// The problem with the first part that cannot be read.
    private(set) var problem: FilterProblem?
    /// The text that may be typed next, if a field waits for its value.
    private(set) var hint: String?
    /// The problem of the first part that is not complete yet.
    private var gap: FilterProblem?
    private let text: String
    /// By scalars, so that a syntax character is recognized even before a combining accent.
    private var rest: Substring.UnicodeScalarView

    /// The first invalid or empty part.
    var firstProblem: FilterProblem? {
        [problem, gap].compactMap(\.self).min { $0.offset < $1.offset }
    }

    init(_ text: String) {
        self.text = text
        rest = text[...].unicodeScalars
        while true {
            rest = rest.drop { $0 == " " }
            guard !rest.isEmpty else { return }
            do throws(FilterProblem) {
                try readTerm()
            } catch {
                problem = problem ?? error
            }
        }
    }

    private mutating func readTerm() throws(FilterProblem) {
        let start = rest.startIndex
        var isExcluded = false
        if rest.first == "!" {
            isExcluded = true
            rest = rest.dropFirst()
        }
        if rest.first == "\"" {
            add(.literal(Needle(readQuoted())), isExcluded, from: start)
            return
        }
        if rest.first == "/" {
            try addPattern(in: nil, isExcluded)
            return
        }
        let name = rest.prefix { $0.properties.isAlphabetic || $0 == "-" || $0 == "_" }
        guard !name.isEmpty, rest.dropFirst(name.count).first == ":" else {
            add(.word(Needle(readBare())), isExcluded, from: start)
            return
        }
        let nameStart = rest.startIndex
        rest = rest.dropFirst(name.count + 1)
        if rest.first == "/", let field = FilterField(named: String(name)), field.isText {
            try addPattern(in: field, isExcluded)
            return
        }
        let valueStart = rest.startIndex
        let value = rest.first == "\"" ? readQuoted() : readBare()
        guard let field = FilterField(named: String(name)) else {
            throw problem(Self.unknown(String(name), value), at: nameStart)
        }
        guard !value.isEmpty else {
            if rest.isEmpty { hint = "\(field.name): \(field.expectation)" }
            note(gap: "\(field.name): needs \(field.expectation)", at: valueStart)
            return
        }
        do throws(Refusal) {
            add(try Self.condition(field, value), isExcluded, from: start)
        } catch {
            throw problem(error.text, at: valueStart)
        }
    }

    private func problem(_ text: String, at place: String.Index) -> FilterProblem {
        FilterProblem(text: text, offset: self.text.distance(from: self.text.startIndex, to: place))
    }

    private mutating func note(gap text: String, at place: String.Index) {
        gap = gap ?? problem(text, at: place)
    }

    private mutating func add(_ condition: FilterTerm.Condition, _ isExcluded: Bool, from start: String.Index)
    {
        switch condition {
        case .word(let needle) where needle.isEmpty, .literal(let needle) where needle.isEmpty:
            note(gap: isExcluded ? "nothing to exclude after \"!\"" : "no text between the quotes", at: start)
        default: terms.append(FilterTerm(condition: condition, isExcluded: isExcluded))
        }
    }

    /// Adds a regular expression between slashes. The second slash may not have been typed yet.
    private mutating func addPattern(in field: FilterField?, _ isExcluded: Bool) throws(FilterProblem) {
        let start = rest.startIndex
        let text = readExpression()
        let end = rest.startIndex
        let trailing = readBare()
        guard trailing.isEmpty else {
            throw problem(
                "expected a space after /\(text)/, found \"\(trailing)\"; use \"/\(text)/\(trailing)\" for text",
                at: end)
        }
        guard !text.isEmpty else {
            if rest.isEmpty { hint = "/…/ is a regular expression: . [a-z] \\d \\w * + ? {2,5} (a|b) ^ $" }
            note(gap: "no regular expression between the slashes", at: start)
            return
        }
        do throws(PatternProblem) {
            add(.pattern(field, try Pattern(text)), isExcluded, from: start)
        } catch {
            let opening = problem("/\(text)/, character \(error.offset + 1): \(error.message)", at: start)
            throw FilterProblem(text: opening.text, offset: opening.offset + error.offset + 1)
        }
    }

    /// Reads the text between slashes, in which a slash after `\` or in `[…]` is part of the text.
    private mutating func readExpression() -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        var isInClass = false
        rest = rest.dropFirst()
        while let scalar = rest.popFirst() {
            if scalar == "/", !isEscaped, !isInClass { return String(text) }
            text.append(scalar)
            if !isEscaped, scalar == "[" { isInClass = true }
            if !isEscaped, scalar == "]" { isInClass = false }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return String(text)
    }

    private mutating func readBare() -> String {
        let word = rest.prefix { $0 != " " }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    /// Reads a quoted text. The closing quotation mark may not have been typed yet.
    private mutating func readQuoted() -> String {
        let text = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(text.count + 2)
        return String(text)
    }

    private static func unknown(_ name: String, _ value: String) -> String {
        let known = FilterField.all.map(\.name)
        if let nearest = SpellingSuggestion.nearest(to: name, in: known) {
            return "no field \"\(name)\"; did you mean \"\(nearest):\"?"
        }
        return
            "no field \"\(name)\"; available fields: \(known.joined(separator: ", ")); \"\(name):\(value)\" is text"
    }

    /// The reason why the text after a colon is invalid.
    private struct Refusal: Error {
        let text: String
    }

    private static func condition(_ field: FilterField, _ value: String) throws(Refusal)
        -> FilterTerm.Condition
    {
        switch field {
        case .status: try status(value)
        case .type:
            .type(
                Set(
                    try choices(value, of: field, ValueKind.allCases.map(\.rawValue)).compactMap(
                        ValueKind.init)))
        case .changed: .changed(try age(value))
        default: .text(field, Needle(value))
        }
    }

    /// Reads words for the state of a key: statuses, or that it is stale, which a key of any status may be.
    private static func status(_ value: String) throws(Refusal) -> FilterTerm.Condition {
        let words = try choices(value, of: .status, KeyStatus.allCases.map(\.rawValue) + [FilterField.stale])
        let statuses = Set(words.compactMap(KeyStatus.init))
        return statuses.count < words.count ? .stale(or: statuses) : .status(statuses)
    }

    /// Returns the choices that begin with one of the words between commas.
    private static func choices(_ text: String, of field: FilterField, _ all: [String]) throws(Refusal)
        -> Set<String>
    {
        var chosen: Set<String> = []
        let words = text.lowercased().split(scalar: ",")
        for word in words.isEmpty ? [Substring(text)] : words {
            let exact = all.filter { $0 == word }
            let found = exact.isEmpty ? all.filter { $0.hasPrefix(word) } : exact
            guard !found.isEmpty else {
                throw Refusal(text: "no \(field.name) \"\(word)\"; available: \(field.expectation)")
            }
            chosen.formUnion(found)
        }
        return chosen
    }

    private static func age(_ text: String) throws(Refusal) -> FilterTerm.ChangeAge {
        if !text.isEmpty, "last".hasPrefix(text.lowercased()) { return .last }
        let isBefore = text.hasScalarPrefix(">")
        let length = text.hasScalarPrefix("<") || isBefore ? String(text.dropFirst()) : text
        guard let duration = DurationText.duration(from: length) else {
            throw Refusal(text: "changed: \"\(text)\" is not a time; use \(FilterField.changed.expectation)")
        }
        return isBefore ? .before(duration) : .within(duration)
    }
}

/// The reason why a part of a filter is not a condition, with the valid ones.
public struct FilterProblem: Sendable, Hashable, Error, OperatorError {
    /// The problem, in one line.
    public let text: String
    /// The place of the mistake, as the number of characters before it.
    public let offset: Int

    package var message: String { text }
}
