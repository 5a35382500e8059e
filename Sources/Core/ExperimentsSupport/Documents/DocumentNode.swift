/// A value of a document, in any document language.
///
/// Implement it for the tree that a language's parser creates; `DocumentDecoder` then reads any format written in it.
@usableFromInline package protocol DocumentNode: Sendable {
    /// The members of a record, in the order written.
    associatedtype Members: RandomAccessCollection where Members.Index == Int

    /// The language's names for kinds of values.
    static var terms: DocumentTerms { get }

    /// Whether the value says "nothing".
    var isNothing: Bool { get }
    /// The text; nil for any other kind of value.
    var textValue: String? { get }
    /// The boolean; nil for any other kind of value, and for a string that spells one.
    var truthValue: Bool? { get }
    /// The number; nil for any other kind of value, for a string that spells one, and for one that is too large for a
    /// double.
    var numberValue: Double? { get }
    /// The elements of a list; nil for any other kind of value.
    var listValue: [Self]? { get }
    /// The members of a record; nil for any other kind of value.
    var memberValues: Members? { get }

    /// The value in the words of an error: short values are shown, long ones are named by their kind.
    var found: String { get }
    /// Its location; nil if the location is looked up by the path once there is a problem.
    var location: DocumentLocation? { get }

    /// Returns a member's name; nil if it is not a string.
    static func name(of member: Members.Element) -> String?
    /// Returns a name that is not a string, as an error describes it.
    static func foundName(of member: Members.Element) -> String
    /// Returns the location of a member's name; nil as for `location`.
    static func location(of member: Members.Element) -> DocumentLocation?
    /// Returns a member's value.
    static func value(of member: Members.Element) -> Self
}

/// A place in the text of a document.
@usableFromInline package struct DocumentLocation: Sendable, Hashable {
    /// The line, from 1.
    package var line: Int
    /// The column, from 1.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A language's names for kinds of values, in the words of errors.
@usableFromInline package struct DocumentTerms: Sendable {
    @usableFromInline package let text: String
    @usableFromInline package let list: String
    @usableFromInline package let record: String

    /// The terms of JSON.
    package static let json = DocumentTerms(text: "a string", list: "an array", record: "an object")
    /// The terms of YAML.
    package static let yaml = DocumentTerms(text: "text", list: "a list", record: "a mapping")
}

extension JSONValue: DocumentNode {
    @usableFromInline package static var terms: DocumentTerms { .json }

    @inlinable package var isNothing: Bool {
        if case .null = self { true } else { false }
    }

    @inlinable package var textValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    @inlinable package var truthValue: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    @usableFromInline package var numberValue: Double? { double.flatMap { $0.isFinite ? $0 : nil } }

    @inlinable package var listValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    @inlinable package var memberValues: [JSONObject.Member]? {
        if case .object(let object) = self { object.members } else { nil }
    }

    /// A scalar or a small array or object as written, otherwise its kind: `an object`, `a long string`.
    @usableFromInline package var found: String {
        switch self {
        case .array(let elements) where elements.count > Self.fewElements: return "an array"
        case .object(let object) where object.members.count > Self.fewElements: return "an object"
        case .array, .object:
            let text = compactText
            return text.utf8.count <= 40 ? text : "an \(kindName)"
        case .string(let text) where text.utf8.count > 60: return "a long string"
        case .number(let lexeme) where lexeme.utf8.count > 60: return "a long number"
        case .string, .bool, .null, .number: return compactText
        }
    }

    /// The kind of the value in words, without its content, for messages about documents with secrets.
    package var foundKind: String {
        switch self {
        case .null: "null"
        case .array, .object: "an \(kindName)"
        case .bool, .number, .string: "a \(kindName)"
        }
    }

    private static let fewElements = 20

    @inlinable package var location: DocumentLocation? { nil }
    @inlinable package static func name(of member: JSONObject.Member) -> String? { member.name }
    @inlinable package static func location(of member: JSONObject.Member) -> DocumentLocation? { nil }
    @usableFromInline package static func foundName(of member: JSONObject.Member) -> String {
        JSONValue.string(member.name).found
    }
    @inlinable package static func value(of member: JSONObject.Member) -> JSONValue { member.value }
}
