import ExperimentsCore

/// A key of etcd: any bytes, in the order of bytes.
package struct EtcdKey: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
    /// The bytes.
    package let bytes: [UInt8]

    /// Creates a key from bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a key from a string.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The key as text; nil if it is not UTF-8.
    package var text: String? { String(validUTF8: bytes) }

    /// The next key in the order of all keys.
    package var successor: EtcdKey { EtcdKey(bytes + [0]) }

    package static func < (one: EtcdKey, other: EtcdKey) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }
}

extension EtcdKey: CustomStringConvertible {
    /// The key in quotation marks, for messages. A key that is not text is shown as the numbers of its bytes.
    package var description: String {
        if let text { return Quotation.of(text, limit: 120) }
        let digits = Hexadecimal.text(bytes.prefix(60))
        return "the bytes " + digits + (bytes.count > 60 ? "…" : "")
    }
}
