import ExperimentsSupport

/// A tool of the assistant. Each runs one command of the program with `--json`, so that both always agree.
struct Tool: Sendable {
    /// What a call does to the world, for people who decide whether to allow it.
    struct Effect: Sendable {
        let isReading: Bool
        /// Whether it may remove or replace something.
        let isDestructive: Bool
        /// Whether a second call with the same arguments changes nothing more.
        let isIdempotent: Bool
        /// Whether it may reach other machines, such as the source.
        let isOpenWorld: Bool

        static let reads = Effect(
            isReading: true, isDestructive: false, isIdempotent: true, isOpenWorld: true)
        static let readsFiles = Effect(
            isReading: true, isDestructive: false, isIdempotent: true, isOpenWorld: false)
        static let adds = Effect(
            isReading: false, isDestructive: false, isIdempotent: false, isOpenWorld: false)
        static let replaces = Effect(
            isReading: false, isDestructive: true, isIdempotent: true, isOpenWorld: false)
        static let reverts = Effect(
            isReading: false, isDestructive: true, isIdempotent: false, isOpenWorld: false)
        static let publishes = Effect(
            isReading: false, isDestructive: true, isIdempotent: false, isOpenWorld: true)
    }

    let name: String
    let title: String
    let description: String
    var permission: Permission?
    let effect: Effect
    let arguments: [ToolArgument]
    /// The member of the answer that is a list, which is cut into pages; nil if there is none.
    var list: String?
    /// The command that shows what a call would change, with its digest; nil for a call that needs no review.
    var review: (@Sendable (ToolInput) -> ToolCommand)?
    /// The command that carries out a call.
    let command: @Sendable (ToolInput) -> ToolCommand

    /// Whether a call may have changed something although its answer was lost.
    var isChange: Bool { !effect.isReading }

    /// The arguments of the tool and, if it has a list, those of its pages.
    var allArguments: [ToolArgument] {
        list == nil ? arguments : arguments + AnswerPage.arguments
    }

    /// The entry of `tools/list`.
    var json: JSONValue {
        let properties = allArguments.map { JSONObject.Member(name: $0.name, value: $0.schema) }
        let required = allArguments.filter(\.isRequired).map { JSONValue.string($0.name) }
        let input = JSONObject(present: [
            "type": "object", "properties": .object(JSONObject(distinct: properties)),
            "required": required.isEmpty ? nil : .array(required), "additionalProperties": false,
        ])
        return [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": .object(input), "outputSchema": outputSchema,
            "annotations": [
                "title": .string(title), "readOnlyHint": .bool(effect.isReading),
                "destructiveHint": .bool(effect.isDestructive), "idempotentHint": .bool(effect.isIdempotent),
                "openWorldHint": .bool(effect.isOpenWorld),
            ],
        ]
    }

    private var outputSchema: JSONValue {
        var properties = JSONObject(present: [
            "notice": ["type": "string", "description": "Whose words the answer contains"],
            "cut": ["type": "string", "description": "What was cut to keep the answer short"],
        ])
        if let list {
            properties[list] = ["type": "array"]
            properties["page"] = AnswerPage.schema
        }
        let required = ["notice", list].compactMap { $0.map(JSONValue.string) }
        return ["type": "object", "properties": .object(properties), "required": .array(required)]
    }
}

/// A command of the program, or of the program that reads code.
package struct ToolCommand: Sendable, Hashable {
    package enum Program: Sendable, Hashable {
        case experiments
        case code
    }

    package let program: Program
    package let words: [String]

    init(_ words: [String]) { self.init(.experiments, words) }

    init(_ program: Program, _ words: [String]) {
        self.program = program
        self.words = words
    }

    /// The same command with more options, which stand before the names, because those may begin with a hyphen.
    package func adding(_ options: [String]) -> ToolCommand {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return ToolCommand(program, Array(words[..<end]) + options + Array(words[end...]))
    }

    /// The command that follows the values for subscriptions.
    package static let watching = ToolCommand(["watch", "--json"])
}

/// What a command printed.
package struct CommandOutput: Sendable {
    /// The exit status; nil if it was ended.
    package let status: Int32?
    package let output: [UInt8]
    package let errors: String

    /// Whether a change may have been made although the command does not say so.
    package var leavesOutcomeUnknown: Bool { status == nil || status == 3 }

    package init(status: Int32?, output: [UInt8], errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }
}
