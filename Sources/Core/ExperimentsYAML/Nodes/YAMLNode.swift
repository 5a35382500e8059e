import ExperimentsSupport

/// A part of a YAML document, with its location.
///
/// Configuration files are read into a tree of these nodes, so that every later check can report the line and column of
/// a mistake. Scalars keep their original text. The reader of the file decides what a scalar means (a number, a boolean
/// or nothing), with the help of ``isNull`` and of `isPlain`, which distinguishes `true` from `"true"`.
package struct YAMLNode: Sendable, Equatable {
    /// The content of a node.
    package enum Content: Sendable, Equatable {
        /// Text. `isPlain` is false if it was quoted or written as a block (`|`, `>`), and such text is always text.
        case scalar(text: String, isPlain: Bool)
        /// A list, in the order written.
        case sequence([YAMLNode])
        /// Keys and values, in the order written. No two scalar keys have the same text.
        case mapping([YAMLPair])
    }

    /// The content of the node.
    package var content: Content
    private var storedLine: Int32
    private var storedColumn: Int32

    /// Creates a node with its place.
    ///
    /// - Parameters:
    ///   - content: the content of the node.
    ///   - line: the line it starts on; the first is 1.
    ///   - column: the column it starts at, in Unicode scalars; the first is 1.
    package init(_ content: Content, line: Int, column: Int) {
        self.content = content
        storedLine = Int32(clamping: line)
        storedColumn = Int32(clamping: column)
    }

    /// The line the node starts on; the first line of a string is 1.
    ///
    /// A node reached through an alias (`*name`) has the place of its anchor (`&name`).
    package var line: Int { Int(storedLine) }

    /// The column the node starts at, counted in Unicode scalars; the first column of a line is 1.
    package var column: Int { Int(storedColumn) }
}

/// One key of a mapping, and its value.
package struct YAMLPair: Sendable, Equatable {
    /// The key, nearly always a scalar.
    package var key: YAMLNode
    /// The value; an empty plain scalar if nothing follows the colon.
    package var value: YAMLNode
}

extension YAMLNode {
    /// The text of a scalar, as written; nil for a list or a mapping.
    package var text: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }

    /// The text of an unquoted scalar; nil for quoted text, a list or a mapping.
    package var plainText: String? {
        guard case .scalar(let text, isPlain: true) = content else { return nil }
        return text
    }

    /// The items of a list; nil for any other kind of node.
    package var items: [YAMLNode]? {
        guard case .sequence(let items) = content else { return nil }
        return items
    }

    /// The keys and values of a mapping, in the order written; nil for any other kind of node.
    package var pairs: [YAMLPair]? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs
    }

    /// The value of the key with this text; nil if there is none, or if the node is not a mapping.
    ///
    /// The look-up is linear, and intended for the few fields of a configuration record.
    package subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.key.text.isExactly(key) }?.value
    }

    /// Whether the node says "nothing": an unquoted empty text, `~` or `null`.
    package var isNull: Bool {
        guard let text = plainText else { return false }
        return switch text.utf8.count {
        case 0: true
        case 1: text == "~"
        case 4: text == "null" || text == "Null" || text == "NULL"
        default: false
        }
    }

    /// The kind of the node as an error message calls it: `nothing`, `text`, `a list` or `a mapping`.
    package var kindName: String {
        switch content {
        case .scalar: isNull ? "nothing" : "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

extension YAMLNode: DocumentNode {
    @usableFromInline package static var terms: DocumentTerms { .yaml }

    @usableFromInline package var isNothing: Bool { isNull }

    @usableFromInline package var textValue: String? { isNull ? nil : text }

    @usableFromInline package var truthValue: Bool? {
        switch plainText {
        case "true": true
        case "false": false
        default: nil
        }
    }

    @usableFromInline package var numberValue: Double? {
        plainText.flatMap(NumberText.json(ofYAML:)).flatMap(NumberText.double)
    }

    /// Whether it is a number, by the core schema of YAML 1.2.
    package var isNumber: Bool { plainText.flatMap(NumberText.json(ofYAML:)) != nil }

    @usableFromInline package var listValue: [YAMLNode]? { items }

    @usableFromInline package var memberValues: [YAMLPair]? { pairs }

    /// A scalar as written, cut if it is long; otherwise its kind: `a list`, `an empty mapping`, `nothing`.
    @usableFromInline package var found: String {
        if items?.isEmpty == true { return "an empty list" }
        if pairs?.isEmpty == true { return "an empty mapping" }
        guard let text, !isNull else { return kindName }
        let shown = text.count > 40 ? text.prefix(39) + "…" : Substring(text)
        return "\"" + String(shown.map { $0.isNewline ? " " : $0 }) + "\""
    }

    @usableFromInline package var location: DocumentLocation? { DocumentLocation(line: line, column: column) }

    @usableFromInline package static func name(of member: YAMLPair) -> String? { member.key.text }
    @usableFromInline package static func location(of member: YAMLPair) -> DocumentLocation? {
        member.key.location
    }
    @usableFromInline package static func foundName(of member: YAMLPair) -> String { member.key.found }
    @usableFromInline package static func value(of member: YAMLPair) -> YAMLNode { member.value }
}

extension DocumentDecoder where Node == YAMLNode {
    /// Notes a mistake that was found below the value at the path, or at a member of it.
    package mutating func add(_ problem: YAMLProblem, at name: String? = nil) {
        refuse(
            problem.message, at: name, location: DocumentLocation(line: problem.line, column: problem.column))
    }
}

/// The rule that a mapping names each of its keys once.
extension YAMLProblem {
    /// Returns the first key with the same text as an earlier one of the same mapping.
    static func ofDuplicateKeys(in pairs: [YAMLPair]) -> YAMLProblem? {
        var places = ExactDictionary<YAMLNode>(minimumCapacity: pairs.count)
        for pair in pairs {
            guard let text = pair.key.text else { continue }
            if let earlier = places.updateValue(pair.key, forKey: text) {
                return ofDuplicateKeys(
                    text, at: (pair.key.line, pair.key.column), first: (earlier.line, earlier.column))
            }
        }
        return nil
    }

    static func ofDuplicateKeys(
        _ text: String, at place: (line: Int, column: Int), first: (line: Int, column: Int)
    )
        -> YAMLProblem
    {
        YAMLProblem(
            "duplicate key \"\(text)\": it is already set at \(first.line):\(first.column)", line: place.line,
            column: place.column)
    }
}

/// The rule that a mapping cannot include another one. YAML 1.1 supports that with the key `<<`. If it were read as an
/// ordinary name, the included fields would be missing.
extension YAMLProblem {
    /// Returns the first such key. In quotes, it is an ordinary name.
    static func ofMergeKeys(in pairs: [YAMLPair]) -> YAMLProblem? {
        for pair in pairs {
            guard case .scalar(let text, isPlain: true) = pair.key.content, text.utf8.count == 2, text == "<<"
            else {
                continue
            }
            return YAMLProblem(
                "merge keys (`<<`) are not supported; write the fields here, or put a key of that name in quotes",
                at: pair.key)
        }
        return nil
    }
}

/// The reason why a string is not the expected YAML, and the place of the mistake.
package struct YAMLProblem: Error, Sendable, Equatable, CustomStringConvertible, OperatorError {
    /// The problem and what was expected: one line, without the location.
    package var message: String
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int

    /// Creates a problem at a place.
    package init(_ message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }

    /// Creates a problem at the place of a node.
    package init(_ message: String, at node: YAMLNode) {
        self.init(message, line: node.line, column: node.column)
    }

    package var place: ErrorPlace? { ErrorPlace(line: line, column: column) }

    /// `line:column: message`.
    package var description: String { "\(line):\(column): \(message)" }
}
