import ExperimentsCore
import Foundation

/// Reads the documents of a link. Unknown members are ignored, `null` counts as absent, and the first mistake is
/// reported with its path.
struct LinkDocument {
    var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - limit: the largest size in bytes.
    ///   - read: returns the content, or nil if a mistake was found.
    static func read<Content>(
        _ bytes: [UInt8], limit: Int, _ read: (inout LinkDocument, DocumentRecord<JSONValue>) -> Content?
    ) throws(LinkProblem) -> Content {
        guard bytes.count <= limit else { throw .tooLong("the document", limit: limit) }
        let value = try JSONValue(parsing: bytes) { LinkProblem("not JSON: \($0)") }
        var document = LinkDocument()
        guard let root = document.decoder.record(value, fields: nil, skipsNothing: true) else {
            throw document.problem
        }
        // Check the version first, because everything else in a newer document may be different.
        guard let version = document.decoder.required("version", of: root) else { throw document.problem }
        guard let number = version.int, number >= 1 else {
            document.decoder.expected(String(LinkAPI.version), at: "version", found: version)
            throw document.problem
        }
        guard number <= LinkAPI.version else { throw .newerVersion(number) }
        let content = read(&document, root)
        if let content, document.decoder.errorCount == 0 { return content }
        throw document.problem
    }

    private var problem: LinkProblem {
        LinkProblem(decoder.faults.first ?? DocumentFault(DocumentPath(), "it cannot be read"))
    }

    /// Reads a string of limited length; nil if there is none.
    mutating func text(_ name: String, of record: DocumentRecord<JSONValue>, limit: Int) -> String? {
        guard let text = decoder.text(name, of: record) else { return nil }
        guard text.utf8.count > limit else { return text }
        refuse("is longer than \(limit) bytes", at: name)
        return nil
    }

    /// Reads a string of limited length that must exist and not be empty.
    mutating func requiredText(_ name: String, of record: DocumentRecord<JSONValue>, limit: Int) -> String? {
        guard decoder.required(name, of: record) != nil,
            let text = text(name, of: record, limit: limit)
        else { return nil }
        guard text.isEmpty else { return text }
        return decoder.expected("a string that is not empty", at: name, found: record[name])
    }

    /// Reads a non-negative whole number; nil if there is none.
    mutating func count(_ name: String, of record: DocumentRecord<JSONValue>) -> Int? {
        guard let node = record[name] else { return nil }
        if let number = node.int, number >= 0 { return number }
        return decoder.expected("a whole number from 0", at: name, found: node)
    }

    /// Reads a time; nil if there is none.
    mutating func time(_ name: String, of record: DocumentRecord<JSONValue>) -> Date? {
        guard let text = decoder.text(name, of: record) else { return nil }
        if let date = RFC3339.date(from: text) { return date }
        return decoder.expected("a time such as 2026-03-01T09:30:00Z", at: name, found: record[name])
    }

    /// Reads a time that must exist.
    mutating func requiredTime(_ name: String, of record: DocumentRecord<JSONValue>) -> Date? {
        decoder.required(name, of: record) == nil ? nil : time(name, of: record)
    }

    /// Reads a whole number that must exist.
    mutating func requiredCount(_ name: String, of record: DocumentRecord<JSONValue>) -> Int? {
        decoder.required(name, of: record) == nil ? nil : count(name, of: record)
    }

    /// Reads an object that must exist.
    mutating func member<Content>(
        _ name: String, of record: DocumentRecord<JSONValue>,
        _ read: (inout LinkDocument, DocumentRecord<JSONValue>) -> Content?
    ) -> Content? {
        guard let node = decoder.required(name, of: record) else { return nil }
        decoder.enter(name)
        defer { decoder.leave() }
        return decoder.record(node, fields: nil, skipsNothing: true).flatMap { read(&self, $0) }
    }

    /// Reads an array of names, of limited length; empty if there is none.
    mutating func names(_ name: String, of record: DocumentRecord<JSONValue>, limit: Int) -> [String] {
        guard let node = record[name], let nodes = decoder.list(node, at: name) else { return [] }
        let names = nodes.compactMap(\.string).filter { $0.utf8.count <= LinkLimits.nameBytes }
        guard names.count == nodes.count, names.count <= limit else {
            let expected = "at most \(limit) names of up to \(LinkLimits.nameBytes) bytes"
            decoder.expected(expected, at: name, found: node)
            return []
        }
        return names
    }

    /// Reads the elements of an array of limited length, each of which is an object; empty if there is none.
    mutating func elements<Element>(
        _ name: String, of record: DocumentRecord<JSONValue>, limit: Int,
        _ read: (inout LinkDocument, DocumentRecord<JSONValue>) -> Element?
    ) -> [Element] {
        guard let node = record[name], let nodes = decoder.list(node, at: name) else { return [] }
        guard nodes.count <= limit else {
            refuse("contains \(nodes.count), but at most \(limit) are allowed", at: name)
            return []
        }
        decoder.enter(name)
        defer { decoder.leave() }
        return nodes.enumerated().compactMap { index, node in
            decoder.enter(index)
            defer { decoder.leave() }
            return decoder.record(node, fields: nil, skipsNothing: true).flatMap { read(&self, $0) }
        }
    }

    /// Notes a mistake in a member.
    mutating func refuse(_ message: String, at name: String) {
        decoder.add(DocumentFault(decoder.path[name], message))
    }
}

extension JSONValue {
    /// Writes a time, to the millisecond.
    static func time(_ date: Date) -> JSONValue { .string(RFC3339.shortestText(of: date)) }
}

extension String {
    /// Returns the text, or the longest prefix that fits into `limit` bytes of UTF-8 without splitting a Unicode
    /// scalar.
    package func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: max(limit, 0))
        while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
