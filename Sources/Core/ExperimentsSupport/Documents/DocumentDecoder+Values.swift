/// Reads values; what is not as it must be is noted, and nil.
extension DocumentDecoder {
    /// The elements of a list.
    ///
    /// - Parameter expected: what must stand there; the language's word for a list if nil.
    @inlinable package mutating func list(
        _ node: Node, at name: String? = nil, expected words: String? = nil
    ) -> [Node]? {
        if let list = node.listValue { return list }
        expected(words ?? Node.terms.list, at: name, found: node)
        return nil
    }

    /// The members of a record, of which those that are not among `fields` are noted.
    ///
    /// - Parameters:
    ///   - fields: the names that a record of this kind knows; nil where any name will do.
    ///   - skipsNothing: whether a member that says "nothing" counts as absent.
    ///   - expected: what must stand there; the language's word for a record if nil.
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

    /// A member that has to be there.
    @inlinable package mutating func required(_ name: String, of record: DocumentRecord<Node>) -> Node? {
        if let node = record[name] { return node }
        missing(name, of: record)
        return nil
    }

    /// The text of a member; nil where there is no such member, too.
    @inlinable package mutating func text(
        _ name: String, of record: DocumentRecord<Node>, expected words: String? = nil
    ) -> String? {
        guard let node = record[name] else { return nil }
        return text(node, at: name, expected: words)
    }

    /// The text of a member that has to be there.
    @inlinable package mutating func requiredText(_ name: String, of record: DocumentRecord<Node>) -> String? {
        guard let node = required(name, of: record) else { return nil }
        return text(node, at: name)
    }

    /// A text.
    ///
    /// - Parameter name: the member that `node` is the value of; nil where it is what the path leads to.
    @inlinable package mutating func text(
        _ node: Node, at name: String? = nil, expected words: String? = nil
    ) -> String? {
        if let text = node.textValue { return text }
        expected(words ?? Node.terms.text, at: name, found: node)
        return nil
    }

    /// The truth of a member; nil where there is no such member, too.
    @inlinable package mutating func truth(_ name: String, of record: DocumentRecord<Node>) -> Bool? {
        guard let node = record[name] else { return nil }
        return truth(node, at: name)
    }

    /// A truth.
    @inlinable package mutating func truth(_ node: Node, at name: String? = nil) -> Bool? {
        if let truth = node.truthValue { return truth }
        expected("true or false", at: name, found: node)
        return nil
    }

    /// The number of a member; nil where there is no such member, too.
    @inlinable package mutating func number(_ name: String, of record: DocumentRecord<Node>) -> Double? {
        guard let node = record[name] else { return nil }
        if let number = node.numberValue { return number }
        expected("a number", at: name, found: node)
        return nil
    }

    /// One of a few words; the nearest is named where it is none of them.
    ///
    /// - Parameter otherNames: what others call the words, in small letters.
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
