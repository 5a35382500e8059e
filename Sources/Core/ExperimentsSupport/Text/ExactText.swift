/// A text that is equal to another only if both have the same bytes, for sets and dictionaries of names and values from
/// outside.
///
/// In Swift, two strings are equal if they look the same: `é` may be one scalar, or a letter with an accent. Everybody
/// else compares what is written: other languages, services, JSON (RFC 8259, 8.3) and file formats. So texts from
/// outside are compared with this type, with ``Swift/StringProtocol/isExactly(_:)``, or by an ``ExactDictionary``.
package struct ExactText: Hashable, Sendable {
    /// The text.
    package let text: String

    @inlinable
    package init(_ text: String) { self.text = text }

    @inlinable
    package static func == (first: ExactText, second: ExactText) -> Bool { first.text.isExactly(second.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension ExactText: Comparable {
    /// In alphabetical order, and texts that look the same in the order of their bytes.
    package static func < (first: ExactText, second: ExactText) -> Bool { first.text.precedes(second.text) }
}

extension String {
    /// Returns whether this text comes before another one: in alphabetical order, and if both look the same, in the
    /// order of their bytes.
    package func precedes(_ other: String) -> Bool {
        self < other || self == other && utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Returns whether another text has the same bytes.
    @inlinable
    package func isExactly(_ other: String) -> Bool {
        // Equal bytes are equal strings, which are often told apart without looking at each byte.
        guard utf8.count == other.utf8.count else { return false }
        let areSame = utf8.withContiguousStorageIfAvailable { first in
            other.utf8.withContiguousStorageIfAvailable { first.elementsEqual($0) }
        }
        return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Returns whether another text looks the same, and has other bytes.
    package func looksLike(_ other: String) -> Bool { self == other && !isExactly(other) }
}

extension String? {
    /// Returns whether both are nil, or have the same bytes.
    @inlinable
    package func isExactly(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let first?, let second?): first.isExactly(second)
        default: false
        }
    }
}
