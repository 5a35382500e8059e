import ExperimentsCore

extension JSONValue {
    /// Whether both mean the same: objects whatever the order of their members, numbers whatever their spelling.
    func isDeeplyEqual(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
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

    /// For members in different orders. Names are distinct, so equal counts and one direction are enough.
    private static func haveEqualMembers(_ left: ArraySlice<Member>, _ right: ArraySlice<Member>) -> Bool {
        let byName = Dictionary(right.lazy.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return left.allSatisfy { byName[$0.name]?.isDeeplyEqual(to: $0.value) == true }
    }
}

/// What a JSON number is worth, exactly: digits and a power of ten. `1`, `1.0` and `10e-1` are one number, and two
/// numbers that only a long row of digits tells apart are two.
struct DecimalNumber: Equatable {
    private let isNegative: Bool
    private let digits: [UInt8]
    private let exponent: Int

    /// The number that a JSON text spells.
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

    /// A written exponent; one that no `Int` holds is cut to what no other part of a number can make up for.
    private static func power(_ text: Substring) -> Int {
        let limit = 1 << 60
        guard let power = Int(text) else { return text.hasPrefix("-") ? -limit : limit }
        return min(max(power, -limit), limit)
    }
}
