/// Compares secrets in a time that does not say where they differ.
@usableFromInline package enum ConstantTime {
    /// Returns whether both are the same bytes. It takes as long if they differ in the first byte as in the last. Only
    /// their length can be guessed from the time.
    @inlinable package static func areSame(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Bool {
        var (difference, rest) = (UInt8(0), other.makeIterator())
        for byte in one {
            guard let matching = rest.next() else { return false }
            difference |= byte ^ matching
        }
        return difference == 0 && rest.next() == nil
    }
}
