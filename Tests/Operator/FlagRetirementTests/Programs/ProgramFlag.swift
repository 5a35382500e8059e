/// The flag that a random program reads, and the types of its values.
enum ProgramFlag: CaseIterable {
    case truth, whole, number, text, style, optionalText

    var type: ProgramType {
        switch self {
        case .truth: .truth
        case .whole: .whole
        case .number: .number
        case .text: .text
        case .style: .style
        case .optionalText: .optional(.text)
        }
    }

    /// The values with which a program runs, and to which its flag is retired.
    var values: [[String]] {
        switch self {
        case .truth: [["true", "false"]]
        case .whole: [["4", "1"], ["-3", "2"], ["0", "-1"]]
        case .number: [["2.5", "1"], ["-2.5", "0.5"], ["-1", "3"]]
        case .text: [["grid", "list"], ["a \"b\"", ""], ["tab\tné", "\\(x)"]]
        case .style: [["guided", "plain"], ["full", "guided"]]
        case .optionalText: [["spring", ""], ["", "x"]]
        }
    }

    /// The arguments of `Key` after the name.
    var declaration: String {
        switch self {
        case .truth: "default: false"
        case .whole: "default: 2"
        case .number: "default: 0.5"
        case .text: "default: \"list\""
        case .style: "default: Style.plain"
        case .optionalText: "optional: .string()"
        }
    }
}

/// A type of expressions in random programs.
indirect enum ProgramType: Hashable, Sendable {
    case truth, whole, number, text, style, any
    case optional(ProgramType)
    case list(ProgramType)

    static let plain: [ProgramType] = [.truth, .whole, .number, .text, .style]

    var name: String {
        switch self {
        case .truth: "Bool"
        case .whole: "Int"
        case .number: "Double"
        case .text: "String"
        case .style: "Style"
        case .any: "Any"
        case .optional(let wrapped): wrapped.name + "?"
        case .list(let element): "[" + element.name + "]"
        }
    }
}

/// An expression, and how strongly its parts hold together.
struct ProgramCode {
    /// From what needs parentheses nowhere to what needs them almost everywhere.
    enum Level: Int, Comparable {
        case atom, prefix, product, sum, range, coalescing, comparison, and, or, choice

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    let text: String
    let level: Level

    init(_ text: String, _ level: Level = .atom) {
        self.text = text
        self.level = level
    }

    /// The expression before a brace, where no closure of its own can stand.
    var beforeBrace: String { text.contains("{") ? "(\(text))" : text }

    /// The expression before `as`.
    var beforeCast: String { level > .range && level < .choice ? "(\(text))" : text }

    /// The expression as a part of one that holds its parts together this strongly.
    func within(_ outer: Level) -> String { level > outer ? "(\(text))" : text }
}

/// What is visible at a place of a random program.
struct ProgramScope {
    struct Variable {
        let name: String
        let type: ProgramType
        var isMutable = false
    }

    var variables: [Variable] = []
    /// The expressions that have the flag's value.
    var reads: [String] = []
    var isThrowing = false
    var isInLoop = false
    var label: String?
    /// Whether the place is in a closure whose parameters have no names.
    var isAnonymous = false
    /// The type that `return` needs; nil where nothing can be returned.
    var result: ProgramType?
    var canReturn = true
    var isGeneric = false

    mutating func declare(_ name: String, _ type: ProgramType, isMutable: Bool = false) {
        variables.removeAll { $0.name == name }
        variables.append(Variable(name: name, type: type, isMutable: isMutable))
        // What the new name hides can no longer be read by it.
        reads.removeAll {
            $0 == name || $0.hasPrefix(name + ".") || $0.hasPrefix(name + "(") || $0.hasPrefix(name + "[")
        }
    }

    func variables(_ type: ProgramType) -> [Variable] { variables.filter { $0.type == type } }
}
