import ExperimentsCore

/// The value of a number, however it is spelt: `1`, `1.0` and `10e-1` are the same.
enum NumberMeaning {
    /// Adds the digits without zeros at either end, and the power of ten of the last one: the same for the same number.
    /// Byte by byte, for a large value has ten thousands of numbers.
    static func combine(_ lexeme: String, _ hasher: inout Hasher) {
        combine(Array(lexeme.utf8), &hasher)
    }

    private static func combine(_ bytes: [UInt8], _ hasher: inout Hasher) {
        let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
        guard var power = exponent(bytes[end...]) else {
            // Beyond counting, the text itself is what it means.
            return hasher.combine(bytes)
        }
        var zeros = 0
        var isFraction = false
        // Eighteen digits at a time, for they fit a number.
        var (digits, digitCount) = (0, 0)
        func add(_ digit: Int) {
            (digits, digitCount) = (digits * 10 + digit, digitCount + 1)
            guard digitCount == 18 else { return }
            hasher.combine(digits)
            (digits, digitCount) = (0, 0)
        }
        var hasDigits = false
        for byte in bytes[..<end] {
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0"):
                if isFraction { power -= 1 }
                zeros += 1
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                if isFraction { power -= 1 }
                if hasDigits { for _ in 0..<zeros { add(0) } }
                (zeros, hasDigits) = (0, true)
                add(Int(byte - UInt8(ascii: "0")))
            default: break
            }
        }
        guard hasDigits else { return }
        hasher.combine(digits)
        hasher.combine(digitCount)
        hasher.combine(power + zeros)
        hasher.combine(bytes.first == UInt8(ascii: "-"))
    }

    /// Reads the exponent after the `e`; 0 if there is none, nil if it is too large.
    private static func exponent(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count > 1 else { return 0 }
        guard let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(power) < 1 << 40 else {
            return nil
        }
        return power
    }
}
