import ExperimentsCore

/// The pairs of elements of two arrays: first those with the same meaning, then objects with the same name, then those
/// at the same place between the others.
struct JSONPairing {
    /// The position of the old element for each new one; nil if it was added.
    private(set) var origins: [Int?]
    /// Whether each new element is at another position relative to the others.
    private(set) var isMoved: [Bool] = []
    /// Whether each old element has no new one.
    private var isLeft: [Bool]

    /// The old elements that were removed.
    var removed: [Int] { isLeft.indices.filter { isLeft[$0] } }

    /// The names of members that identify objects in lists.
    private static let names = ["id", "key", "name"]

    init(_ old: JSONMeaning.Children, _ new: JSONMeaning.Children) {
        let numbers = SequenceNumbers(old.fingerprints, new.fingerprints)
        let hunks = SequenceDifference(numbers).hunks
        origins = Array(repeating: nil, count: new.count)
        isLeft = Array(repeating: true, count: old.count)
        linkShared(hunks)
        pair(numbers.old, numbers.new, below: numbers.count)
        pairNames(old, new)
        pairPlaces(hunks)
        isMoved = Self.outOfOrder(origins)
    }

    /// Pairs the elements that both lists share.
    private mutating func linkShared(_ hunks: [SequenceDifference.Hunk]) {
        let (oldCount, newCount) = (isLeft.count, origins.count)
        var (x, y) = (0, 0)
        for hunk in hunks + [.init(old: oldCount..<oldCount, new: newCount..<newCount)] {
            while y < hunk.new.lowerBound {
                link(y, x)
                (x, y) = (x + 1, y + 1)
            }
            (x, y) = (hunk.old.upperBound, hunk.new.upperBound)
        }
    }

    private mutating func link(_ place: Int, _ origin: Int) {
        origins[place] = origin
        isLeft[origin] = false
    }

    /// Pairs the remaining elements by a sign that occurs on both sides, the first with the first.
    ///
    /// - Parameter count: signs are numbers from 0 up to this; nil is none.
    private mutating func pair(_ old: [Int?], _ new: [Int?], below count: Int) {
        /// The next old element for each sign, and the following one for each of those.
        var firsts = [Int?](repeating: nil, count: count)
        var following = [Int?](repeating: nil, count: old.count)
        for place in old.indices.reversed() where isLeft[place] {
            guard let sign = old[place] else { continue }
            (following[place], firsts[sign]) = (firsts[sign], place)
        }
        for place in new.indices where origins[place] == nil {
            guard let sign = new[place], let origin = firsts[sign] else { continue }
            firsts[sign] = following[origin]
            link(place, origin)
        }
    }

    /// Pairs the remaining elements that have the same name.
    private mutating func pairNames(_ old: JSONMeaning.Children, _ new: JSONMeaning.Children) {
        var numbers: [JSONValue: Int] = [:]
        let olds = old.indices.map { place -> Int? in
            guard isLeft[place], let name = Self.name(old[place]) else { return nil }
            let number = numbers[name] ?? numbers.count
            numbers[name] = number
            return number
        }
        guard !numbers.isEmpty else { return }
        let news = new.indices.map { place in
            origins[place] == nil ? Self.name(new[place]).flatMap { numbers[$0] } : nil
        }
        pair(olds, news, below: numbers.count)
    }

    /// Pairs elements at the same place between others that are paired.
    private mutating func pairPlaces(_ hunks: [SequenceDifference.Hunk]) {
        for hunk in hunks {
            let free = hunk.new.filter { origins[$0] == nil }
            for (place, origin) in zip(free, hunk.old.filter { isLeft[$0] }) { link(place, origin) }
        }
    }

    /// Whether each place has to move for the others to be in their old order: all but those of a longest run of places
    /// whose origins ascend.
    private static func outOfOrder(_ origins: [Int?]) -> [Bool] {
        /// The position, for each length, at which a run of that length ends with the smallest origin.
        var ends: [(origin: Int, place: Int)] = []
        var before = [Int?](repeating: nil, count: origins.count)
        for (place, origin) in origins.enumerated() {
            guard let origin else { continue }
            let length = ends.partitioningIndex { $0.origin >= origin }
            before[place] = length > 0 ? ends[length - 1].place : nil
            if length == ends.count { ends.append((origin, place)) } else { ends[length] = (origin, place) }
        }
        var isMoved = origins.map { $0 != nil }
        var place = ends.last?.place
        while let kept = place {
            isMoved[kept] = false
            place = before[kept]
        }
        return isMoved
    }

    /// Returns the identifier of an object: the number or text of its member `id`.
    private static func name(_ meaning: JSONMeaning) -> JSONValue? {
        guard case .object(let object) = meaning.value else { return nil }
        for name in names {
            switch object[name] {
            case .string(let text)?: return [.string(name), .string(text)]
            case .number(let number)?: return [.string(name), .number(number)]
            default: continue
            }
        }
        return nil
    }
}

extension JSONMeaning {
    /// Returns the members of two objects, paired by name: removed members first, then those of the new object in its
    /// order. Each pair has the position of the member on each side; nil if there is no such member.
    static func memberPairs(_ old: JSONMeaning, _ new: JSONMeaning) -> [(old: Int?, new: Int?)] {
        let (before, after) = (old.members, new.members)
        // Most objects have the same members as before, so that no look-up is necessary.
        if before.count == after.count, before.indices.allSatisfy({ before[$0].name == after[$0].name }) {
            return before.indices.map { ($0, $0) }
        }
        var earlier: [String: Int] = [:]
        earlier.reserveCapacity(before.count)
        for (place, member) in before.enumerated() { earlier[member.name] = place }
        var isGone = Array(repeating: true, count: before.count)
        let kept = after.enumerated().map { place, member in
            let origin = earlier[member.name]
            if let origin { isGone[origin] = false }
            return (old: origin, new: Int?.some(place))
        }
        return before.indices.filter { isGone[$0] }.map { ($0, nil) } + kept
    }
}
