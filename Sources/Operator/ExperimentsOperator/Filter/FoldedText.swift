/// A text in lower case, and where its capitals were.
package struct FoldedText: Sendable, Hashable {
    /// The text in lower case, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// Which of the bytes belong to a capital; empty if none does.
    package private(set) var capitals: [Bool] = []
    /// Whether each byte is where it was before.
    package private(set) var keepsPlaces = true

    package init(_ text: String) {
        var text = text
        text.withUTF8 { source in
            bytes.reserveCapacity(source.count)
            for byte in source {
                let isCapital = byte &- 0x41 < 26
                if isCapital, capitals.isEmpty { capitals = Array(repeating: false, count: source.count) }
                if isCapital { capitals[bytes.count] = true }
                bytes.append(isCapital ? byte | 0x20 : byte)
            }
        }
        if bytes.contains(where: { $0 >= 0x80 }) { foldBeyondASCII(text) }
    }

    private mutating func foldBeyondASCII(_ text: String) {
        let lower = Array(text.lowercased().utf8)
        let original = Array(text.utf8)
        keepsPlaces = lower.count == original.count
        bytes = lower
        capitals = []
        guard keepsPlaces, lower != original else { return }
        capitals = zip(lower, original).map { $0 != $1 }
    }

    package var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    package func isCapital(_ index: Int) -> Bool { !capitals.isEmpty && capitals[index] }
}
