import ExperimentEvents

/// The exposures of a unit to an experiment, in the few bytes in which a database keeps them beside the group and the time
/// of the first one that counts.
///
/// Most units have one exposure: no bytes, or the number of its import alone. Of several, each is three numbers: the time
/// after the first one that counts, the group, and the import.
extension [KeptExposure] {
    func bytes(beside firstAt: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        if count == 1 {
            if self[0].source != 0 { PackedInteger.append(UInt64(self[0].source), to: &bytes) }
            return bytes
        }
        for exposure in self {
            PackedInteger.append(signed: exposure.at &- firstAt, to: &bytes)
            PackedInteger.append(UInt64(exposure.group), to: &bytes)
            PackedInteger.append(UInt64(exposure.source), to: &bytes)
        }
        return bytes
    }

    /// Reads bytes.
    ///
    /// - Returns: nil for bytes that were damaged.
    init?(bytes: some Collection<UInt8>, group: Int, firstAt: Int64) {
        var numbers: [UInt64] = []
        var rest = bytes.makeIterator()
        while let first = rest.next() {
            guard let number = PackedInteger.number(from: first, &rest) else { return nil }
            numbers.append(number)
        }
        if numbers.count < 2 {
            guard let source = Int(exactly: numbers.first ?? 0) else { return nil }
            self = [KeptExposure(at: firstAt, group: group, source: source)]
            return
        }
        guard numbers.count.isMultiple(of: 3) else { return nil }
        self = []
        for place in stride(from: 0, to: numbers.count, by: 3) {
            guard let group = Int(exactly: numbers[place + 1]), let source = Int(exactly: numbers[place + 2]) else {
                return nil
            }
            append(KeptExposure(at: firstAt &+ PackedInteger.signed(numbers[place]), group: group, source: source))
        }
    }
}
