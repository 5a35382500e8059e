import ExperimentsCore

/// A JSON value with a fingerprint of what it means, and so have all the values in it: the order of an object's members
/// and the spelling of a number (`1`, `1.0`, `10e-1`) say nothing.
struct JSONMeaning: Sendable {
    let value: JSONValue
    /// The elements or the values of the members, in the order written.
    let children: [JSONMeaning]
    /// Different for values of different meaning, but for a chance of one to 2⁶⁴.
    let fingerprint: Int

    init(_ value: JSONValue) {
        self.value = value
        var hasher = Hasher()
        switch value {
        case .null, .bool:
            children = []
            hasher.combine(value)
        case .number(let lexeme):
            children = []
            hasher.combine(1)
            hasher.combine(Self.plainNumber(lexeme))
        case .string(let text):
            children = []
            hasher.combine(2)
            Self.combine(text, &hasher)
        case .array(let elements):
            children = elements.map(JSONMeaning.init)
            hasher.combine(3)
            for child in children { hasher.combine(child.fingerprint) }
        case .object(let object):
            children = object.members.map { JSONMeaning($0.value) }
            hasher.combine(4)
            var sum = 0
            for (member, child) in zip(object.members, children) {
                var one = Hasher()
                Self.combine(member.name, &one)
                one.combine(child.fingerprint)
                sum &+= one.finalize()
            }
            hasher.combine(sum)
            hasher.combine(children.count)
        }
        fingerprint = hasher.finalize()
    }

    /// The members of an object; none of anything else.
    var members: [(name: String, meaning: JSONMeaning)] {
        Array(zip((value.object?.members ?? []).map(\.name), children))
    }

    /// The value as another one of the same meaning is written, as far as they mean the same: members in its order,
    /// numbers spelt as there.
    func written(like example: JSONMeaning) -> JSONValue {
        if fingerprint == example.fingerprint { return example.value }
        switch (value, example.value) {
        case (.object, .object):
            let own = Dictionary(members.map { ($0.name, $0.meaning) }) { first, _ in first }
            let known = example.members.compactMap { member in
                own[member.name].map { JSONObject.Member(name: member.name, value: $0.written(like: member.meaning)) }
            }
            let names = Set(known.map(\.name))
            let added = members.filter { !names.contains($0.name) }
            return .object(
                JSONObject(distinct: known + added.map { JSONObject.Member(name: $0.name, value: $0.meaning.value) }))
        case (.array, .array):
            let origins = JSONPairing(example.children, children).origins
            return .array(
                zip(children, origins).map { child, origin in
                    origin.map { child.written(like: example.children[$0]) } ?? child.value
                })
        default: return value
        }
    }

    /// Texts are what their bytes are: to Swift, `é` in one piece equals `é` in two.
    private static func combine(_ text: String, _ hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// The digits of a number without zeros at either end, and the power of ten of the last one: the same for the same
    /// number. The text itself where the power is beyond counting.
    static func plainNumber(_ lexeme: String) -> String {
        let parts = lexeme.lowercased().split(separator: "e", maxSplits: 1)
        guard let mantissa = parts.first, var power = parts.count > 1 ? Int(parts[1]) : 0, abs(power) < 1 << 40 else {
            return lexeme
        }
        let isNegative = mantissa.hasPrefix("-")
        let halves = mantissa.drop { $0 == "-" }.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        power -= halves.count > 1 ? halves[1].utf8.count : 0
        var digits = halves.joined().drop { $0 == "0" }
        while digits.last == "0" {
            digits.removeLast()
            power += 1
        }
        return digits.isEmpty ? "0" : (isNegative ? "-" : "") + digits + "e\(power)"
    }
}
