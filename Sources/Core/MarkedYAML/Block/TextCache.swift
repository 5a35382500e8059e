/// Short texts made lately, found again by their bytes: the field names and many values of a catalogue come back in every
/// record, and looking one up costs less than making it.
struct TextCache: ~Copyable {
    /// A text of up to 16 bytes, told from every other by two overlapping words and its length.
    private struct Key: Equatable {
        var head: UInt64 = 0
        var tail: UInt64 = 0
        var count = 0

        init() {}

        init(_ bytes: UnsafeRawPointer, count: Int) {
            self.count = count
            switch count {
            case 8...:
                head = bytes.loadUnaligned(as: UInt64.self)
                tail = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            case 4...:
                head = UInt64(bytes.loadUnaligned(as: UInt32.self))
                tail = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            default:
                for index in 0..<count { head = head << 8 | UInt64(bytes.load(fromByteOffset: index, as: UInt8.self)) }
            }
        }

        var slot: Int { Int(((head ^ tail &* 31) &* 0x9E37_79B9_7F4A_7C15) >> 56) }
    }

    private struct Entry {
        var key = Key()
        var text = ""
    }

    private static var slots: Int { 256 }
    private static var longest: Int { 16 }

    private let entries: UnsafeMutablePointer<Entry>

    init() {
        entries = .allocate(capacity: Self.slots)
        entries.initialize(repeating: Entry(), count: Self.slots)
    }

    deinit {
        entries.deinitialize(count: Self.slots)
        entries.deallocate()
    }

    /// The text that some of the bytes hold.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.count <= Self.longest, let base = bytes.baseAddress else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let key = Key(base, count: bytes.count)
        let entry = entries + key.slot
        if entry.pointee.key != key {
            entry.pointee = Entry(key: key, text: String(decoding: bytes, as: UTF8.self))
        }
        return entry.pointee.text
    }
}
