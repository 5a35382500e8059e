/// A 64-bit FNV-1a hash: tells one content of a file from the next. No protection against forgery.
struct ContentHash: Equatable {
    private let value: UInt64
    private let count: Int

    init(_ bytes: [UInt8]) {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        }
        self.value = value
        count = bytes.count
    }

    /// All sixteen hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The first eight, enough to tell versions of a file apart by eye.
    var shortText: String { String(text.prefix(8)) }
}
