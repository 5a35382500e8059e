import ExperimentsCore
import MarkedYAML

/// Reads what is typed as a filter: words, `"literal text"`, `/expression/`, `field:value`, each with `!` before it to
/// negate it.
struct FilterParser {
    private(set) var terms: [FilterTerm] = []
    /// What is wrong with the first part that cannot be read.
    private(set) var problem: FilterProblem?
    /// What may be typed next, where a field waits for its value.
    private(set) var hint: String?
    private var rest: Substring

    init(_ text: String) {
        rest = Substring(text)
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
        var isExcluded = false
        if rest.first == "!" {
            isExcluded = true
            rest = rest.dropFirst()
        }
        if rest.first == "\"" {
            add(.literal(Needle(readQuoted())), isExcluded)
            return
        }
        if rest.first == "/" {
            try addPattern(in: nil, isExcluded)
            return
        }
        let name = rest.prefix { $0.isLetter || $0 == "-" || $0 == "_" }
        guard !name.isEmpty, rest.dropFirst(name.count).first == ":" else {
            add(.word(Needle(readBare())), isExcluded)
            return
        }
        rest = rest.dropFirst(name.count + 1)
        if rest.first == "/", let field = FilterField(named: String(name)), field.isText {
            try addPattern(in: field, isExcluded)
            return
        }
        let value = rest.first == "\"" ? readQuoted() : readBare()
        guard let field = FilterField(named: String(name)) else { throw Self.unknown(String(name), value) }
        guard !value.isEmpty else {
            if rest.isEmpty { hint = "\(field.rawValue): \(field.expectation)" }
            return
        }
        add(try Self.condition(field, value), isExcluded)
    }

    private mutating func add(_ condition: FilterTerm.Condition, _ isExcluded: Bool) {
        switch condition {
        case .word(let needle) where needle.isEmpty, .literal(let needle) where needle.isEmpty: return
        default: terms.append(FilterTerm(condition: condition, isExcluded: isExcluded))
        }
    }

    /// A regular expression between slashes, of which the second may not have been typed yet.
    private mutating func addPattern(in field: FilterField?, _ isExcluded: Bool) throws(FilterProblem) {
        let text = readExpression()
        let trailing = readBare()
        guard trailing.isEmpty else {
            throw FilterProblem(
                text: "after /\(text)/ comes a blank, not “\(trailing)”; \"/\(text)/\(trailing)\" is text")
        }
        guard !text.isEmpty else {
            if rest.isEmpty { hint = "/…/ is a regular expression: . [a-z] \\d \\w * + ? {2,5} (a|b) ^ $" }
            return
        }
        do throws(PatternProblem) {
            add(.pattern(field, try Pattern(text)), isExcluded)
        } catch {
            throw FilterProblem(text: "/\(text)/, character \(error.place): \(error.reason)")
        }
    }

    /// What stands between slashes: one after `\` or in `[…]` is part of it.
    private mutating func readExpression() -> String {
        var text = ""
        var isEscaped = false
        var isInClass = false
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character == "/", !isEscaped, !isInClass { return text }
            text.append(character)
            if !isEscaped, character == "[" { isInClass = true }
            if !isEscaped, character == "]" { isInClass = false }
            isEscaped = character == "\\" && !isEscaped
        }
        return text
    }

    private mutating func readBare() -> String {
        let word = rest.prefix { $0 != " " }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    /// The quotation mark at the end may not have been typed yet.
    private mutating func readQuoted() -> String {
        let text = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(text.count + 2)
        return String(text)
    }

    private static func unknown(_ name: String, _ value: String) -> FilterProblem {
        let known = FilterField.allCases.map(\.rawValue)
        if let nearest = SpellingSuggestion.nearest(to: name, in: known) {
            return FilterProblem(text: "no field “\(name)”: did you mean \(nearest): ?")
        }
        return FilterProblem(
            text: "no field “\(name)”: there are \(known.joined(separator: ", ")); \"\(name):\(value)\" is text")
    }

    private static func condition(
        _ field: FilterField, _ value: String
    ) throws(FilterProblem) -> FilterTerm.Condition {
        switch field {
        case .key, .group, .value, .source, .experiment: .text(field, Needle(value))
        case .status: .status(try choices(value, of: field, KeyStatus.allCases))
        case .type: .type(try choices(value, of: field, ValueKind.allCases))
        case .changed: .changed(try age(value))
        }
    }

    /// The choices that begin with one of the words between commas.
    private static func choices<Choice: RawRepresentable<String> & Hashable>(
        _ text: String, of field: FilterField, _ all: [Choice]
    ) throws(FilterProblem) -> Set<Choice> {
        var chosen: Set<Choice> = []
        for word in text.lowercased().split(separator: ",") {
            let exact = all.filter { $0.rawValue == word }
            let found = exact.isEmpty ? all.filter { $0.rawValue.hasPrefix(word) } : exact
            guard !found.isEmpty else {
                throw FilterProblem(text: "no \(field.rawValue) “\(word)”: there are \(field.expectation)")
            }
            chosen.formUnion(found)
        }
        return chosen
    }

    private static func age(_ text: String) throws(FilterProblem) -> FilterTerm.ChangeAge {
        if !text.isEmpty, "last".hasPrefix(text.lowercased()) { return .last }
        let isBefore = text.hasPrefix(">")
        let length = text.hasPrefix("<") || isBefore ? String(text.dropFirst()) : text
        guard let duration = DurationText.duration(from: length) else {
            throw FilterProblem(text: "changed: “\(text)” is no time; write \(FilterField.changed.expectation)")
        }
        return isBefore ? .before(duration) : .within(duration)
    }
}
