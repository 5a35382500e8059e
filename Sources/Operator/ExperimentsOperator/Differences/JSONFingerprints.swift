import ExperimentsCore

/// The fingerprints of a JSON value and of all values in it. Equal fingerprints mean equal values: the order of an
/// object's members and the spelling of a number (`1`, `1.0`, `10e-1`) make no difference.
///
/// They lie in two arrays, each value before those in it, for a megabyte of JSON holds a hundred thousand values.
final class JSONFingerprints: Sendable {
    /// Different for values of different meaning, but for a chance of one to 2⁶⁴.
    let numbers: [Int]
    /// The position after the last value within each value.
    let ends: [Int]

    init(_ value: JSONValue) {
        var reading = Reading()
        _ = reading.add(value)
        (numbers, ends) = (reading.numbers, reading.ends)
    }

    private struct Reading {
        var numbers: [Int] = []
        var ends: [Int] = []

        mutating func add(_ value: JSONValue) -> Int {
            let place = numbers.count
            numbers.append(0)
            ends.append(0)
            var hasher = Hasher()
            switch value {
            case .null, .bool: hasher.combine(value)
            case .number(let lexeme):
                hasher.combine(1)
                NumberMeaning.combine(lexeme, &hasher)
            case .string(let text):
                hasher.combine(2)
                Self.combine(text, &hasher)
            case .array(let elements):
                hasher.combine(3)
                for element in elements { hasher.combine(add(element)) }
            case .object(let object):
                hasher.combine(4)
                var sum = 0
                for member in object.members {
                    var one = Hasher()
                    Self.combine(member.name, &one)
                    one.combine(add(member.value))
                    sum &+= one.finalize()
                }
                hasher.combine(sum)
                hasher.combine(object.members.count)
            }
            numbers[place] = hasher.finalize()
            ends[place] = numbers.count
            return numbers[place]
        }

        private static func combine(_ text: String, _ hasher: inout Hasher) {
            hasher.combine(bytesOf: text)
            hasher.combine(0xFF as UInt8)
        }
    }
}
