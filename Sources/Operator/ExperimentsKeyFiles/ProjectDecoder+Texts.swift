import ExperimentsCore
import ExperimentsYAML

/// Reads the texts of fields. Returns nil for an invalid value, and notes the problem.
extension ProjectDecoder {
    /// Notes a problem at a place with a complete message.
    ///
    /// - Parameter steps: the path to it from the value being read.
    package mutating func note(_ message: String, at node: YAMLNode, _ steps: DocumentPath.Step...) {
        add(DocumentFault(DocumentPath(self.steps + steps), message, at: node.location))
    }

    /// Reads a text that is not empty and has no control characters.
    ///
    /// - Parameter name: the member whose value is `node`; nil if the path leads to `node` itself.
    package mutating func line(_ node: YAMLNode, at name: String? = nil, expected: String? = nil) -> String? {
        guard let text = text(node, at: name, expected: expected) else { return nil }
        guard !text.isEmpty else { return refuse("must not be empty", at: name, node) }
        guard !text.hasControlBytes else {
            return refuse("must not contain control characters or line breaks", at: name, node)
        }
        return text
    }

    /// Reads a text of a member, if there is such a member.
    package mutating func line(_ name: String, of record: DocumentRecord<YAMLNode>, expected: String? = nil)
        -> String?
    {
        record[name].flatMap { line($0, at: name, expected: expected) }
    }
}

extension String {
    /// Whether there are ASCII control characters: line breaks, tabs, escapes.
    fileprivate var hasControlBytes: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where byte < 0x20 || byte == 0x7F { return true }
            return false
        } ?? utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
