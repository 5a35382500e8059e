/// Reads the values of a document that has been parsed, and collects all mistakes in them.
///
/// A format walks through its document with `enter` and `leave`, so that every fault has its path. If there is no
/// fault, no path is built. A value that is not as expected is noted in the common wording, and read as nil.
///
/// ```swift
/// guard let record = decoder.record(node, fields: ["flag", "base_value"]) else { return nil }
/// let name = decoder.requiredText("flag", of: record)
/// ```
@usableFromInline package struct DocumentDecoder<Node: DocumentNode> {
    /// The faults found so far, in order.
    package private(set) var faults: [DocumentFault] = []
    /// The number of faults because of which the document cannot be used.
    package private(set) var errorCount = 0
    /// The path to the value that is being read.
    @usableFromInline package var steps: [DocumentPath.Step] = []
    /// The treatment of a document with an unknown member.
    @usableFromInline package var unknownMembers = UnknownMembers.refused
    private let subject: (@Sendable (DocumentPath) -> String)?

    /// The treatment of a document with an unknown member.
    @usableFromInline package enum UnknownMembers: Sendable {
        /// The document is refused.
        case refused
        /// The member is ignored, with a warning.
        case remarked
        /// The member is ignored.
        case ignored
    }

    /// - Parameter subject: what messages call the value at a path, if they name it; nil if the path is shown
    ///   separately from the message.
    package init(
        unknownMembers: UnknownMembers = .refused, subject: (@Sendable (DocumentPath) -> String)? = nil
    ) {
        self.unknownMembers = unknownMembers
        self.subject = subject
    }

    /// The path to the value that is being read.
    package var path: DocumentPath { DocumentPath(steps) }

    /// Enters a member. `leave` returns from it.
    @inlinable package mutating func enter(_ name: String) { steps.append(.member(name)) }

    /// Enters an element, counted from 0. `leave` returns from it.
    @inlinable package mutating func enter(_ index: Int) { steps.append(.element(index)) }

    /// Returns from the member or element that was entered last.
    @inlinable package mutating func leave() { steps.removeLast() }
}

/// Notes faults.
extension DocumentDecoder {
    /// Notes a fault that a format found itself.
    package mutating func add(_ fault: DocumentFault) {
        faults.append(fault)
        if fault.severity == .error { errorCount += 1 }
    }

    /// Notes that the value at the path, or at a member of it, is not of the expected kind.
    ///
    /// - Parameters:
    ///   - near: the word that was probably meant.
    ///   - consequence: what happens to the value, if the document is used anyway.
    ///   - rule: the format's name for the rule that is broken.
    @usableFromInline package mutating func expected(
        _ expected: String, at name: String? = nil, found node: Node?, near: String? = nil,
        advice: String? = nil,
        so consequence: String? = nil, rule: String? = nil
    ) {
        var message = DocumentWords.expected(expected, found: node?.found ?? "nothing")
        if let near { message += " (did you mean \"\(near)\"?)" }
        if let consequence { message += "; \(consequence)" }
        note(
            message, at: name, advice: advice, location: node?.location, form: .statement,
            severity: consequence == nil ? .error : .oddity, rule: rule)
    }

    /// Notes a warning about the value at the path, or at a member of it.
    package mutating func remark(
        _ message: String, at name: String? = nil, _ node: Node? = nil, advice: String? = nil
    ) {
        note(message, at: name, advice: advice, location: node?.location, form: .predicate, severity: .oddity)
    }

    /// Notes a mistake in the value at the path, or at a member of it: `'range' of key 'a' has a 'min' above …`.
    package mutating func refuse(
        _ predicate: String, at name: String? = nil, _ node: Node?, advice: String? = nil
    ) {
        note(predicate, at: name, advice: advice, location: node?.location, form: .predicate)
    }

    /// Notes a mistake that was found elsewhere, at a place below the value at the path or a member of it.
    package mutating func refuse(_ message: String, at name: String?, location: DocumentLocation) {
        note(message, at: name, advice: nil, location: location, form: .statement)
    }

    /// Notes that a member is missing, unless it exists under a misspelled name.
    @usableFromInline package mutating func missing(
        _ name: String, of record: DocumentRecord<Node>, _ why: String = ""
    ) {
        guard !record.meant.contains(name) else { return }
        let message = subject == nil ? "\"\(name)\" is missing" : "has no `\(name)`"
        note(
            message + why, at: nil, advice: nil, location: record.node.location,
            form: subject == nil ? .statement : .predicate)
    }

    /// Notes what `expected` notes, and returns nil for the value.
    @usableFromInline package mutating func expected<Value>(
        _ words: String, at name: String? = nil, found node: Node?, near: String? = nil,
        advice: String? = nil,
        rule: String? = nil
    ) -> Value? {
        expected(words, at: name, found: node, near: near, advice: advice, so: nil, rule: rule)
        return nil
    }

    /// Notes what `refuse` notes, and returns nil for the value.
    package mutating func refuse<Value>(
        _ predicate: String, at name: String? = nil, _ node: Node?, advice: String? = nil
    ) -> Value? {
        note(predicate, at: name, advice: advice, location: node?.location, form: .predicate)
        return nil
    }

    /// Notes what `missing` notes, and returns nil for the value.
    @usableFromInline package mutating func missing<Value>(
        _ name: String, of record: DocumentRecord<Node>, _ why: String = ""
    ) -> Value? {
        missing(name, of: record, why) as Void
        return nil
    }

    private mutating func note(
        _ message: String, at name: String?, advice: String?, location: DocumentLocation?,
        form: DocumentFault.Form,
        severity: DocumentFault.Severity = .error, rule: String? = nil
    ) {
        let path = name.map { self.path[$0] } ?? self.path
        let subject = subject?(path) ?? ""
        let words = subject.isEmpty ? message : subject + (form == .statement ? ": " : " ") + message
        add(
            DocumentFault(
                path, words, form: subject.isEmpty ? form : .statement, advice: advice, severity: severity,
                rule: rule,
                at: location))
    }

    /// Notes the members that are not among `fields`.
    @usableFromInline package mutating func noteUnknown(
        in record: inout DocumentRecord<Node>, fields: [String]
    ) {
        for member in record.members {
            let name = Node.name(of: member)
            if let name, fields.contains(where: { DocumentRecord<Node>.isName(name, $0) }) { continue }
            let location = Node.location(of: member)
            guard let name else {
                let message = DocumentWords.expected("the name of a field", found: Node.foundName(of: member))
                add(DocumentFault(path, message, at: location))
                continue
            }
            let near = SpellingSuggestion.nearest(to: name, in: fields)
            let hint = DocumentWords.hint(near: near, among: fields)
            if let near { record.meant.append(near) }
            let owner = subject?(path) ?? ""
            let what = subject == nil ? "unknown field" : "unknown field \"\(name)\""
            let message = what + (owner.isEmpty ? "" : " in \(owner)") + " " + hint
            let isRemark = unknownMembers == .remarked
            add(
                DocumentFault(
                    path[name], isRemark ? message + "; it is ignored" : message,
                    severity: isRemark ? .oddity : .error, at: location))
        }
    }
}

/// Reads values. A value that is not as expected is noted as a fault, and nil is returned.
extension DocumentDecoder {
    /// Reads the elements of a list.
    ///
    /// - Parameter expected: what should be there; by default, the language's word for a list.
    @inlinable package mutating func list(
        _ node: Node, at name: String? = nil, expected words: String? = nil
    ) -> [Node]? {
        if let list = node.listValue { return list }
        return expected(words ?? Node.terms.list, at: name, found: node)
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
            return expected(words ?? Node.terms.record, found: node)
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
        return missing(name, of: record)
    }

    /// Reads the text of a member; nil if there is no such member.
    @inlinable package mutating func text(
        _ name: String, of record: DocumentRecord<Node>, expected words: String? = nil
    ) -> String? {
        guard let node = record[name] else { return nil }
        return text(node, at: name, expected: words)
    }

    /// Reads the text of a member that must exist.
    @inlinable package mutating func requiredText(_ name: String, of record: DocumentRecord<Node>) -> String?
    {
        guard let node = required(name, of: record) else { return nil }
        return text(node, at: name)
    }

    /// Reads a string.
    ///
    /// - Parameter name: the member whose value `node` is; nil if `node` is the value at the path.
    @inlinable package mutating func text(
        _ node: Node, at name: String? = nil, expected words: String? = nil
    ) -> String? {
        if let text = node.textValue { return text }
        return expected(words ?? Node.terms.text, at: name, found: node)
    }

    /// Reads the boolean of a member; nil if there is no such member.
    @inlinable package mutating func truth(_ name: String, of record: DocumentRecord<Node>) -> Bool? {
        guard let node = record[name] else { return nil }
        return truth(node, at: name)
    }

    /// Reads a boolean.
    @inlinable package mutating func truth(_ node: Node, at name: String? = nil) -> Bool? {
        if let truth = node.truthValue { return truth }
        return expected("true or false", at: name, found: node)
    }

    /// Reads the number of a member; nil if there is no such member.
    @inlinable package mutating func number(_ name: String, of record: DocumentRecord<Node>) -> Double? {
        guard let node = record[name] else { return nil }
        if let number = node.numberValue { return number }
        return expected("a number", at: name, found: node)
    }

    /// Reads one of several words. If it is none of them, the fault suggests the nearest.
    ///
    /// - Parameter otherNames: other names of the words, in lower case.
    package mutating func word<Word>(
        _ node: Node, at name: String? = nil, among words: [String],
        otherwiseCalled otherNames: [String: String] = [:],
        _ make: (String) -> Word?
    ) -> Word? {
        guard let text = node.textValue else {
            return expected(DocumentWords.one(of: words), at: name, found: node)
        }
        if let word = make(text) { return word }
        let near = otherNames[text.lowercased()] ?? SpellingSuggestion.nearest(to: text, in: words)
        return expected(DocumentWords.one(of: words), at: name, found: node, near: near)
    }
}
