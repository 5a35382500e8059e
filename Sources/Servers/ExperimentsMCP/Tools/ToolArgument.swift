import ExperimentsSupport

/// An argument of a tool, as its input schema describes it.
struct ToolArgument: Sendable {
    enum Kind: Sendable {
        case text
        case texts
        case flag
        /// A path below the project's folder, which is the working folder of commands.
        case path
        /// A whole number in a range.
        case number(ClosedRange<Int>)
    }

    let name: String
    let kind: Kind
    let description: String
    let isRequired: Bool

    init(_ name: String, _ description: String, isRequired: Bool = false) {
        self.init(name, .text, description, isRequired: isRequired)
    }

    init(_ name: String, _ kind: Kind, _ description: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.description = description
        self.isRequired = isRequired
    }

    /// The schema, with only the words of JSON Schema that all clients accept.
    var schema: JSONValue {
        var schema = JSONObject()
        switch kind {
        case .text, .path: schema["type"] = "string"
        case .texts: schema = JSONObject(present: ["type": "array", "items": ["type": "string"]])
        case .flag: schema["type"] = "boolean"
        case .number(let range):
            schema = JSONObject(present: [
                "type": "integer", "minimum": .number(String(range.lowerBound)),
                "maximum": .number(String(range.upperBound)),
            ])
        }
        schema["description"] = .string(description)
        return .object(schema)
    }

    /// Throws an error if a value is not of the argument's kind.
    func check(_ value: JSONValue) throws(ToolProblem) {
        let isValid =
            switch kind {
            case .text, .path: value.string != nil
            case .texts: value.array.map { $0.allSatisfy { $0.string != nil } } ?? false
            case .flag: value.bool != nil
            case .number(let range): value.int.map(range.contains) ?? false
            }
        guard isValid else { throw ToolProblem("expected \(expected) as \(name), found \(value.kindName)") }
        if case .path = kind, let path = value.string {
            guard !path.isEmpty, !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
                throw ToolProblem(
                    "\(name) must be inside the project's folder: write it relative to that folder")
            }
        }
        for text in value.array?.compactMap(\.string) ?? [value.string ?? ""]
        where text.unicodeScalars.contains("\0") {
            throw ToolProblem("\(name) contains the character U+0000, which no argument can contain")
        }
    }

    private var expected: String {
        switch kind {
        case .text, .path: "a string"
        case .texts: "an array of strings"
        case .flag: "true or false"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

/// A reason why a call cannot be carried out, in words that an assistant can act on.
package struct ToolProblem: Error, Sendable, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The arguments of a call, which match the tool's schema.
struct ToolInput: Sendable {
    private let values: JSONObject

    /// - Throws: `ToolProblem` for an argument that is unknown, missing or of another kind.
    init(_ values: JSONObject, for arguments: [ToolArgument]) throws(ToolProblem) {
        for member in values.members {
            guard let argument = arguments.first(where: { $0.name == member.name }) else {
                let names = arguments.map(\.name)
                let near = SpellingSuggestion.nearest(to: member.name, in: names).map {
                    "; did you mean \($0)?"
                }
                throw ToolProblem("unknown argument \(Quotation.of(member.name))\(near ?? "")")
            }
            if member.value == .null, !argument.isRequired { continue }
            try argument.check(member.value)
        }
        for argument in arguments where argument.isRequired && values[argument.name] == nil {
            throw ToolProblem("the argument \(argument.name) is missing: \(argument.description)")
        }
        self.values = values
    }

    /// A text; nil if it is not given.
    func text(_ name: String) -> String? { values[name]?.string }

    /// A required text.
    func required(_ name: String) -> String { text(name) ?? "" }

    func texts(_ name: String) -> [String] { values[name]?.array?.compactMap(\.string) ?? [] }

    func flag(_ name: String) -> Bool { values[name]?.bool ?? false }

    func number(_ name: String) -> Int? { values[name]?.int }

    /// An option of a command with the text of an argument; empty if it is not given. One word, so that a text that
    /// begins with a hyphen is not read as an option.
    func option(_ option: String, _ name: String) -> [String] {
        text(name).map { ["--\(option)=\($0)"] } ?? []
    }

    /// An option that is repeated for each text of an argument.
    func options(_ option: String, _ name: String) -> [String] {
        texts(name).map { "--\(option)=\($0)" }
    }
}
