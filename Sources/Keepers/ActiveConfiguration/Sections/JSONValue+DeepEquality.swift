import ExperimentsCore

extension JSONValue {
    /// Whether both are the same value, whatever the order of members and the spelling of numbers.
    func isDeeplyEqual(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        // Byte by byte: texts in another Unicode form are another value.
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.number(let left), .number(let right)): left == right || DecimalNumber(left) == DecimalNumber(right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isDeeplyEqual(to: $1) }
        case (.object(let left), .object(let right)): left.isDeeplyEqual(to: right)
        default: false
        }
    }
}

extension JSONObject {
    /// Whether both have the same members, in whatever order.
    func isDeeplyEqual(to other: JSONObject) -> Bool {
        let (left, right) = (members, other.members)
        guard left.count == right.count else { return false }
        for index in left.indices {
            guard left[index].name == right[index].name else {
                return Self.haveEqualMembers(left[index...], right[index...])
            }
            guard left[index].value.isDeeplyEqual(to: right[index].value) else { return false }
        }
        return true
    }

    /// Compares members in different orders. Names in an object are distinct and both have as many, so that it is enough to
    /// look up those of one in the other.
    private static func haveEqualMembers(_ left: ArraySlice<Member>, _ right: ArraySlice<Member>) -> Bool {
        let byName = Dictionary(right.lazy.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return left.allSatisfy { byName[$0.name]?.isDeeplyEqual(to: $0.value) == true }
    }
}

/// The exact value of a JSON number: digits and a power of ten. `1`, `1.0` and `10e-1` are equal, and numbers that differ
/// only in their twentieth digit are not, as they would be as `Double`.
struct DecimalNumber: Equatable {
    private let isNegative: Bool
    private let digits: [UInt8]
    private let exponent: Int

    /// Reads a number as JSON spells it.
    init(_ lexeme: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        var isFraction = false
        var rest = Substring(lexeme).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent += Self.power(Substring(rest))
                rest = rest[rest.endIndex...]
            default:
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
                if isFraction { exponent -= 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent
    }

    /// A written exponent, limited to ±2^60: beyond that, no row of digits that fits into memory makes two numbers equal.
    private static func power(_ text: Substring) -> Int {
        let limit = 1 << 60
        guard let power = Int(text) else { return text.hasScalarPrefix("-") ? -limit : limit }
        return min(max(power, -limit), limit)
    }
}
