import Foundation

/// Reads the parts that documents of overrides, profiles and journals share. `null` counts as absent.
struct OverrideReader {
    /// The name of the rule that a document of a newer version breaks.
    static let newerVersion = "version"

    var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)

    private static let members = Array(Override.memberNames.dropLast())

    /// Reads a document with the help of a reader.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - read: returns the content, or nil if a fault was found.
    static func read<Content>(
        _ bytes: [UInt8], _ read: (inout OverrideReader, JSONValue) -> Content?
    ) throws(OverrideDocumentProblem) -> Content {
        let document = try JSONValue(parsing: bytes) { OverrideDocumentProblem(notJSON: $0) }
        var reader = OverrideReader()
        let content = read(&reader, document)
        if let content, reader.decoder.errorCount == 0 { return content }
        let fault = reader.decoder.faults.first ?? DocumentFault(DocumentPath(), "it cannot be read")
        throw OverrideDocumentProblem(fault, in: bytes)
    }

    /// Returns the root of a document, if its version can be read.
    ///
    /// - Parameter earliest: the earliest version that can be read.
    mutating func root(
        _ document: JSONValue, members: String, version known: Int, earliest: Int
    ) -> DocumentRecord<JSONValue>? {
        let expected = "an object with \"version\" and \"\(members)\""
        guard let root = decoder.record(document, fields: nil, expected: expected),
            let node = decoder.required("version", of: root)
        else { return nil }
        guard let version = node.int else {
            return decoder.expected(String(known), at: "version", found: node)
        }
        guard version <= known else {
            let message = "its version is \(version), and this program reads up to \(known)"
            decoder.add(DocumentFault(DocumentPath(), message, rule: Self.newerVersion))
            return nil
        }
        guard version >= earliest else { return decoder.expected(String(known), at: "version", found: node) }
        return root
    }

    /// Reads each member of an object of objects. `null` counts as an object without members.
    mutating func each(
        _ name: String, in node: JSONValue,
        read: (String, DocumentRecord<JSONValue>, inout OverrideReader) -> Void
    ) {
        guard !node.isNothing else { return }
        decoder.enter(name)
        defer { decoder.leave() }
        guard let record = decoder.record(node, fields: nil, expected: "an object") else { return }
        for member in record.members where !member.value.isNothing {
            decoder.enter(member.name)
            defer { decoder.leave() }
            guard let part = decoder.record(member.value, fields: nil, expected: "an object") else {
                continue
            }
            read(member.name, part, &self)
        }
    }

    /// Reads the override at the path.
    mutating func override(_ entry: JSONValue) -> Override? {
        let expected = "an object with a \"value\""
        guard let record = decoder.record(entry, fields: nil, skipsNothing: true, expected: expected) else {
            return nil
        }
        guard record["value"] != nil else { return decoder.missing("value", of: record) }
        guard let value = text("value", of: record) else { return nil }
        var override = Override(
            value: value, isEnabled: decoder.truth("enabled", of: record) ?? true,
            author: text("author", of: record),
            note: text("note", of: record), setAt: time("setAt", of: record),
            expiresAt: time("expiresAt", of: record), until: end(of: record))
        override.unknownMembers = unknownMembers(of: record)
        return override
    }

    /// Reads a string. For another scalar, the error shows how to write it as a string.
    mutating func text(_ name: String, of record: DocumentRecord<JSONValue>) -> String? {
        guard let node = record[name] else { return nil }
        if let text = node.string { return text }
        let advice: String? =
            switch node {
            case .array, .object: "write its JSON as a string, with \\\" for each \""
            default: node.valueText.map { "write \(Quotation.of($0))" }
            }
        return decoder.expected("a string", at: name, found: node, advice: advice)
    }

    mutating func time(_ name: String, of record: DocumentRecord<JSONValue>) -> Date? {
        guard let text = text(name, of: record) else { return nil }
        if let date = RFC3339.date(from: text) { return date }
        return decoder.expected("a time such as 2026-03-01T09:30:00Z", at: name, found: record[name])
    }

    private mutating func end(of record: DocumentRecord<JSONValue>) -> OverrideEnd? {
        switch text("until", of: record) {
        case nil: return nil
        case OverrideEnd.nextFetchWords: return .nextFetch
        case OverrideEnd.upstreamChangeWords: return .upstreamChange(from: text("upstream", of: record))
        case .some:
            return decoder.expected(
                "\"next fetch\" or \"upstream changes\"", at: "until", found: record["until"])
        }
    }

    /// Returns the members that a newer version may know. `upstream` is known only if `until` is `upstream changes`;
    /// otherwise it stays an unknown member.
    private func unknownMembers(of record: DocumentRecord<JSONValue>) -> JSONObject {
        let hasUpstream = record["until"]?.string == OverrideEnd.upstreamChangeWords
        let known = hasUpstream ? Override.memberNames : Self.members
        guard record.members.contains(where: { !known.contains($0.name) }) else { return JSONObject() }
        return JSONObject(distinct: record.members.filter { !known.contains($0.name) })
    }
}

/// The reason why a document of overrides cannot be read.
public struct OverrideDocumentProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, and what was expected.
    public let message: String
    /// The line of the mistake, from 1, if it has a place.
    public let line: Int?
    /// The column of the mistake, from 1 and in bytes, if it has a place.
    public let column: Int?
    /// A next step, if one is known.
    public let advice: String?

    private static let usualAdvice = "repair the file or move it away; it was not changed"
    static let newerVersionAdvice = "use a newer version of this program; the file was not changed"

    init(notJSON problem: JSONProblem) {
        message = "not JSON: \(problem.message)"
        line = problem.line
        column = problem.column
        advice = Self.usualAdvice
    }

    /// Creates the problem from the first fault that a decoder found in `bytes`, which are known to be valid JSON.
    init(_ fault: DocumentFault, in bytes: [UInt8]) {
        let path = fault.path.steps.isEmpty ? "" : "\(fault.path): "
        message = path + fault.message + (fault.advice.map { "; " + $0 } ?? "")
        (line, column) = JSONPlaces(bytes).place(of: fault.path)
        advice = fault.rule == OverrideReader.newerVersion ? Self.newerVersionAdvice : Self.usualAdvice
    }

    /// Creates the problem of overrides for apps that cannot be read, while those for everyone can.
    init(apps fault: DocumentFault, in bytes: [UInt8]) {
        message =
            "overrides for apps: \(fault.path): \(fault.message)" + (fault.advice.map { "; " + $0 } ?? "")
        (line, column) = JSONPlaces(bytes).place(of: fault.path)
        advice = "repair the member \"apps\" of the overrides file; it was not changed"
    }

    package var place: ErrorPlace? { line == nil ? nil : ErrorPlace(line: line, column: column) }

    /// `message at line 3, column 7`.
    public var description: String {
        guard let line, let column else { return message }
        return "\(message) at line \(line), column \(column)"
    }
}
