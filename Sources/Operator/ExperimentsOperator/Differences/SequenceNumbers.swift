/// The elements of two sequences as numbers from 0, equal ones alike.
struct SequenceNumbers {
    let old: [Int]
    let new: [Int]
    /// All numbers are below it.
    let count: Int

    init<Element: Hashable>(_ old: [Element], _ new: [Element]) {
        var numbers: [Element: Int] = [:]
        func number(_ element: Element) -> Int {
            if let number = numbers[element] { return number }
            numbers[element] = numbers.count
            return numbers.count - 1
        }
        (self.old, self.new) = (old.map(number), new.map(number))
        count = numbers.count
    }

    /// - Parameters:
    ///   - old: fingerprints that `Hasher` made: evenly spread, so that they are not hashed once more.
    ///   - new: such fingerprints, too.
    init(fingerprints old: [Int], _ new: [Int]) {
        var table = FingerprintTable(capacity: old.count + new.count)
        self.old = old.map { table.number(of: $0) }
        self.new = new.map { table.number(of: $0) }
        count = table.count
    }
}

/// Numbers fingerprints in the order in which they are met. A tenth of the time of a dictionary, for a megabyte that was
/// taken apart has hundreds of thousands of them.
private struct FingerprintTable {
    /// The fingerprints by number.
    private var fingerprints: [Int] = []
    /// The numbers, each in the first free slot from the one on that the lowest bits of its fingerprint name; -1 is free.
    private var slots: [Int]
    private let mask: Int

    init(capacity: Int) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
        mask = size - 1
        fingerprints.reserveCapacity(capacity)
    }

    var count: Int { fingerprints.count }

    mutating func number(of fingerprint: Int) -> Int {
        var slot = fingerprint & mask
        while slots[slot] >= 0 {
            if fingerprints[slots[slot]] == fingerprint { return slots[slot] }
            slot = (slot + 1) & mask
        }
        slots[slot] = fingerprints.count
        fingerprints.append(fingerprint)
        return slots[slot]
    }
}

/// A number that stands for the bytes of a text: different for different texts, but for a chance of one to 2⁶⁴. By its
/// bytes, for to Swift `é` in one piece equals `é` in two.
enum TextFingerprint {
    static func of(_ text: Substring) -> Int {
        var hasher = Hasher()
        hasher.combine(bytesOf: text)
        return hasher.finalize()
    }
}

extension Hasher {
    /// Texts are what their bytes are: to Swift, `é` in one piece equals `é` in two.
    mutating func combine(bytesOf text: some StringProtocol) {
        // The storage of a part of a text is that of the text.
        if text.utf8.withContiguousStorageIfAvailable({ combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
            for byte in text.utf8 { combine(byte) }
        }
    }
}
