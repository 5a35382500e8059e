/// Reads values. A value that is not as expected is noted as a fault, and nil is returned.
extension DocumentDecoder {
    /// Reads the elements of a list.
    ///
    /// - Parameter expected: what should be there; by default, the language's word for a list.
    @inlinable package mutating func list(
        _ node: Node, at name: String? = nil, expected words: String? = nil
    ) -> [Node]? {
        if let list = node.listValue { return list }
        expected(words ?? Node.terms.list, at: name, found: node)
        return nil
    }

    /// Reads the members of a record, and notes those that are not among `fields`.
    ///
    /// - Parameters:
    ///   - fields: the names that a record of this kind can have; nil if any name is allowed.
    ///   - skipsNothing: whether a member whose value is "nothing" counts as absent.
    ///   - expected: what should be there; by default, the language's word for a record.
    @inlinable package mutating func record(
        _ node: Node, fields: [String]?, skipsNothing: Bool = false, expected words: String? = nil
    ) -> DocumentRecord<Node>? {
        guard let members = node.memberValues else {
            expected(words ?? Node.terms.record, found: node)
            return nil
        }
        var record = DocumentRecord(node, members, skipsNothing: skipsNothing)
        if let fields, unknownMembers != .ignored, !Self.areKnown(members, fields) {
            noteUnknown(in: &record, fields: fields)
        }
        return record
    }

    @inlinable package static func areKnown(_ members: Node.Members, _ fields: [String]) -> Bool {
        members.allSatisfy { member in
            guard let name = Node.name(of: member) else { return false }
            return fields.contains { DocumentRecord<Node>.isName(name, $0) }
        }
    }

    /// Reads a member that must exist.
    @inlinable package mutating func required(_ name: String, of record: DocumentRecord<Node>) -> Node? {
        if let node = record[name] { return node }
        missing(name, of: record)
        return nil
    }

    /// Reads the text of a member; nil if there is no such member.
    @inlinable package mutating func text(
        _ name: String, of record: DocumentRecord<Node>, expected words: String? = nil
    ) -> String? {
        guard let node = record[name] else { return nil }
        return text(node, at: name, expected: words)
    }

    /// Reads the text of a member that must exist.
    @inlinable package mutating func requiredText(_ name: String, of record: DocumentRecord<Node>) -> String? {
        guard let node = required(name, of: record) else { return nil }
        return text(node, at: name)
    }

    /// Reads a text.
    ///
    /// - Parameter name: the member whose value `node` is; nil if `node` is the value at the path.
    @inlinable package mutating func text(
        _ node: Node, at name: String? = nil, expected words: String? = nil
    ) -> String? {
        if let text = node.textValue { return text }
        expected(words ?? Node.terms.text, at: name, found: node)
        return nil
    }

    /// Reads the boolean of a member; nil if there is no such member.
    @inlinable package mutating func truth(_ name: String, of record: DocumentRecord<Node>) -> Bool? {
        guard let node = record[name] else { return nil }
        return truth(node, at: name)
    }

    /// Reads a boolean.
    @inlinable package mutating func truth(_ node: Node, at name: String? = nil) -> Bool? {
        if let truth = node.truthValue { return truth }
        expected("true or false", at: name, found: node)
        return nil
    }

    /// Reads the number of a member; nil if there is no such member.
    @inlinable package mutating func number(_ name: String, of record: DocumentRecord<Node>) -> Double? {
        guard let node = record[name] else { return nil }
        if let number = node.numberValue { return number }
        expected("a number", at: name, found: node)
        return nil
    }

    /// Reads one of several words. If it is none of them, the fault suggests the nearest.
    ///
    /// - Parameter otherNames: other names of the words, in lower case.
    package mutating func word<Word>(
        _ node: Node, at name: String? = nil, among words: [String], otherwiseCalled otherNames: [String: String] = [:],
        _ make: (String) -> Word?
    ) -> Word? {
        guard let text = node.textValue else {
            expected(DocumentWords.one(of: words), at: name, found: node)
            return nil
        }
        if let word = make(text) { return word }
        let near = otherNames[text.lowercased()] ?? SpellingSuggestion.nearest(to: text, in: words)
        expected(DocumentWords.one(of: words), at: name, found: node, near: near)
        return nil
    }
}
