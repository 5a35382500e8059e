extension Needle {
    /// Whether it occurs in a text.
    package func occurs(in text: String) -> Bool {
        look(text) { text in
            let wanted = folded.bytes
            guard wanted.count <= text.count else { return false }
            return (0...text.count - wanted.count).contains { start in
                wanted.indices.allSatisfy { agrees(text[start + $0], $0) }
            }
        } otherwise: {
            range(in: $0) != nil
        }
    }

    /// Whether a text has its letters in this order, with anything between them.
    package func isSpelt(in text: String) -> Bool {
        guard canBeSpelt, !isEmpty else { return false }
        return look(text) { text in
            var next = 0
            for byte in text where agrees(byte, next) {
                next += 1
                if next == folded.bytes.count { return true }
            }
            return false
        } otherwise: {
            spelling(in: $0) != nil
        }
    }

    /// Most texts are ASCII, and are looked through where they lie: a history has very many of them.
    private func look(
        _ text: String, _ inPlace: (UnsafeBufferPointer<UInt8>) -> Bool, otherwise: (FoldedText) -> Bool
    ) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? inPlace(bytes) : nil
        }
        if let found, let found { return found }
        return otherwise(FoldedText(text))
    }

    private func agrees(_ byte: UInt8, _ letter: Int) -> Bool {
        let isCapital = byte &- 0x41 < 26
        return (isCapital ? byte | 0x20 : byte) == folded.bytes[letter]
            && (!matchesCase || isCapital == folded.isCapital(letter))
    }
}
