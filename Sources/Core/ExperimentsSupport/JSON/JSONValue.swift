/// A JSON value that keeps what a plain decoder loses: the order of an object's members and the digits of a number.
///
/// Overrides files and templates are edited by several programs; a value that passes through this type is written back
/// with the same meaning, including unknown members and large or precise numbers. Two values are equal only if their
/// strings and names have the same bytes.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// The number exactly as written, for example `1.10` or `12345678901234567890`. Code that creates one must make
    /// sure that it is a valid JSON number.
    case number(String)
    /// A string.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name, in the order written.
    case object(JSONObject)

    /// The text of a string value, or nil for any other kind.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The boolean of a boolean value, or nil for any other kind.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value as an `Int`; nil if it is not a whole number that fits.
    public var int: Int? {
        if case .number(let lexeme) = self { Int(lexeme) } else { nil }
    }

    /// The nearest double of a number, or nil for any other kind.
    public var double: Double? {
        if case .number(let lexeme) = self { Double(lexeme) } else { nil }
    }

    /// The elements of an array, or nil for any other kind.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object, or nil for any other kind.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The kind of the value as RFC 8259 calls it: `object`, `array`, `string`, `number`, `boolean` or `null`.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The value as a remote-config text: a scalar as its own text, an object or array as compact JSON.
    ///
    /// `null` has no text.
    public var valueText: String? {
        switch self {
        case .null: nil
        case .bool(let value): value ? "true" : "false"
        case .number(let lexeme): lexeme
        case .string(let text): text
        case .array, .object: compactText
        }
    }
}

extension JSONValue {
    /// Returns whether two values are the same, with strings compared by their bytes.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)), (.string(let left), .string(let right)):
            left.isExactly(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let text), .string(let text): hasher.combine(ExactText(text))
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates `null`. If a `JSONValue?` is expected, `condition ? nil : value` also means `null`; write
    /// `Optional.none` for no value.
    public init(nilLiteral: ()) { self = .null }

    /// Creates an object with its members in the order written. Of two with the same name, the last one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}

extension JSONValue {
    /// The value as a 64-bit integer, which JSON from protobuf writes as a string, and some servers write as a number.
    package var int64: Int64? {
        switch self {
        case .number(let text), .string(let text): Int64(text)
        default: nil
        }
    }
}

/// The members of a JSON object in the order they were written.
public struct JSONObject: Sendable, Hashable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public let name: String
        /// The member's value.
        public var value: JSONValue

        /// Creates a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Returns whether two members have the same name, by its bytes, and the same value.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.isExactly(right.name) && left.value == right.value
        }

        /// Hashes what is compared.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(name))
            hasher.combine(value)
        }
    }

    /// The members, in order; no name occurs twice.
    public private(set) var members: [Member]

    /// Creates an object without members.
    public init() {
        members = []
    }

    /// Creates an object from members whose names are known to be distinct.
    public init(distinct members: [Member]) {
        self.members = members
    }

    /// Creates an object from those members that have a value. The names are distinct.
    package init(present members: KeyValuePairs<String, JSONValue?>) {
        self.init(distinct: members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    /// Creates an object from values by name, in the order of the names.
    package init(sorting values: [String: JSONValue]) {
        self.init(distinct: values.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
    }

    /// Creates an object from values by name, in the order of the names.
    package init(sorting values: ExactDictionary<JSONValue>) {
        self.init(distinct: values.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
    }

    /// Creates an object as if the members were set one after the other: of two with the same name, the later value
    /// replaces the earlier. Takes linear time; setting them one by one takes quadratic time.
    public init(setting members: some Sequence<Member>) {
        var places = ExactDictionary<Int>()
        var kept: [Member] = []
        for member in members {
            if let place = places[member.name] {
                kept[place].value = member.value
            } else {
                places[member.name] = kept.count
                kept.append(member)
            }
        }
        self.members = kept
    }

    /// The values by name, for looking up many of them.
    public var valuesByName: ExactDictionary<JSONValue> {
        ExactDictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value called `name`; nil if there is none. Setting the value of an existing member keeps its position, a new
    /// member is added at the end, and setting nil removes the member.
    ///
    /// The look-up is linear. That is fast for small objects; for large ones, use `valuesByName`.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name.isExactly(name) }?.value }
        set {
            let index = members.firstIndex { $0.name.isExactly(name) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}
