/// A part of all keys: one key, or all from one up to another.
package struct EtcdKeyRange: Sendable, Hashable {
    /// The first key.
    package let start: EtcdKey
    /// The end, as etcd writes it: nil for the one key `start`, a byte 0 for all from `start` on, otherwise the first
    /// key after the range.
    let rangeEnd: EtcdKey?

    private static let openEnd = EtcdKey([0])

    private init(_ start: EtcdKey, rangeEnd: EtcdKey?) {
        self.start = start
        self.rangeEnd = rangeEnd
    }

    /// Every key.
    package static let all = EtcdKeyRange(EtcdKey([0]), rangeEnd: openEnd)

    /// Returns the range of a single key.
    package static func key(_ key: EtcdKey) -> EtcdKeyRange {
        EtcdKeyRange(key, rangeEnd: nil)
    }

    /// Returns the range of the keys from `start` up to, but not including, `end`.
    package static func from(_ start: EtcdKey, upTo end: EtcdKey) -> EtcdKeyRange {
        EtcdKeyRange(start, rangeEnd: end)
    }

    /// Returns the keys that begin with `prefix`, including `prefix` itself; all keys if it is empty.
    package static func prefix(_ prefix: EtcdKey) -> EtcdKeyRange {
        guard !prefix.bytes.isEmpty else { return all }
        var end = prefix.bytes
        // 0xFF has no byte behind it: the one before it decides.
        while end.last == 0xFF { end.removeLast() }
        guard let last = end.popLast() else { return EtcdKeyRange(prefix, rangeEnd: openEnd) }
        return EtcdKeyRange(prefix, rangeEnd: EtcdKey(end + [last + 1]))
    }

    /// Returns whether the range contains `key`.
    package func contains(_ key: EtcdKey) -> Bool {
        switch rangeEnd {
        case nil: key == start
        case Self.openEnd: key >= start
        case let end?: key >= start && key < end
        }
    }

    /// Returns the part of the range after `key`, which is in it; nil if it is empty.
    func rest(after key: EtcdKey) -> EtcdKeyRange? {
        rangeEnd.map { EtcdKeyRange(key.successor, rangeEnd: $0) }
    }
}
