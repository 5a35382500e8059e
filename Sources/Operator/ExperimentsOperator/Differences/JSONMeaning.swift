import ExperimentsCore

/// A JSON value that can be compared with another by its meaning.
struct JSONMeaning: Sendable {
    let value: JSONValue
    private let fingerprints: JSONFingerprints
    /// The index of its fingerprint.
    private let place: Int

    init(_ value: JSONValue) { self.init(value, JSONFingerprints(value), at: 0) }

    private init(_ value: JSONValue, _ fingerprints: JSONFingerprints, at place: Int) {
        self.value = value
        self.fingerprints = fingerprints
        self.place = place
    }

    /// A number that differs for values with different meanings, except with a probability of 2⁻⁶⁴.
    var fingerprint: Int { fingerprints.numbers[place] }

    /// The elements or the values of the members, in the order written.
    var children: Children { Children(self) }

    /// The elements of a list or the members of an object. Each is created when it is used, because fingerprints
    /// suffice for most.
    struct Children: RandomAccessCollection, Sendable {
        private let value: JSONValue
        private let all: JSONFingerprints
        private let places: [Int]

        fileprivate init(_ parent: JSONMeaning) {
            value = parent.value
            all = parent.fingerprints
            let count =
                switch parent.value {
                case .array(let elements): elements.count
                case .object(let object): object.members.count
                default: 0
                }
            var next = parent.place + 1
            places = (0..<count).map { [ends = parent.fingerprints.ends] _ in
                defer { next = ends[next] }
                return next
            }
        }

        var startIndex: Int { 0 }
        var endIndex: Int { places.count }

        subscript(place: Int) -> JSONMeaning {
            switch value {
            case .array(let elements): JSONMeaning(elements[place], all, at: places[place])
            case .object(let object): JSONMeaning(object.members[place].value, all, at: places[place])
            default: JSONMeaning(value, all, at: places[place])
            }
        }

        /// The fingerprints of all of them.
        var fingerprints: [Int] { places.map { all.numbers[$0] } }

        func fingerprint(_ place: Int) -> Int { all.numbers[places[place]] }
    }

    /// The names of an object's members; empty for anything else.
    var members: [JSONObject.Member] {
        if case .object(let object) = value { object.members } else { [] }
    }

    /// Returns the value in the form of another one with the same meaning: with its order of members and its spelling
    /// of numbers, as far as they are equal.
    func written(like example: JSONMeaning) -> JSONValue {
        if fingerprint == example.fingerprint { return example.value }
        switch (value, example.value) {
        case (.object, .object):
            let (own, children, examples) = (members, children, example.children)
            let pairs = Self.memberPairs(example, self)
            let known = pairs.filter { $0.old != nil }.sorted { ($0.old ?? 0) < ($1.old ?? 0) }
            return .object(
                JSONObject(
                    distinct: (known + pairs.filter { $0.old == nil }).compactMap { pair in
                        guard let new = pair.new else { return nil }
                        let value =
                            pair.old.map { children[new].written(like: examples[$0]) } ?? own[new].value
                        return JSONObject.Member(name: own[new].name, value: value)
                    }))
        case (.array, .array):
            let (children, examples) = (children, example.children)
            let origins = JSONPairing(examples, children).origins
            return .array(
                zip(children, origins).map { child, origin in
                    origin.map { child.written(like: examples[$0]) } ?? child.value
                })
        default: return value
        }
    }
}

/// Two lists or objects, read once: to read a megabyte takes as long as to compare it.
final class JSONMeaningPair: Sendable, Hashable {
    let old: JSONMeaning
    let new: JSONMeaning

    init(_ old: JSONMeaning, _ new: JSONMeaning) { (self.old, self.new) = (old, new) }

    // It follows from the original texts, which its owner compares.
    static func == (one: JSONMeaningPair, other: JSONMeaningPair) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// The fingerprints of a JSON value and of all values in it. Equal fingerprints mean equal values: the order of an
/// object's members and the spelling of a number (`1`, `1.0`, `10e-1`) make no difference.
///
/// They are stored in two arrays, each value before the values in it, because a megabyte of JSON contains a hundred
/// thousand values.
struct JSONFingerprints: Sendable {
    /// Numbers that differ for values with different meanings, except with a probability of 2⁻⁶⁴.
    private(set) var numbers: [Int] = []
    /// The position after the last value within each value.
    private(set) var ends: [Int] = []

    init(_ value: JSONValue) { _ = add(value) }

    private mutating func add(_ value: JSONValue) -> Int {
        let place = numbers.count
        numbers.append(0)
        ends.append(0)
        var hasher = Hasher()
        switch value {
        case .null, .bool: hasher.combine(value)
        case .number(let lexeme):
            hasher.combine(1)
            hasher.combine(DecimalNumber(lexeme))
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
