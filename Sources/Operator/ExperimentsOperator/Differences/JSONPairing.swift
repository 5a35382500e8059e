import ExperimentsCore

/// Which elements of two arrays belong together: those of the same meaning, then objects that name themselves alike,
/// then what stands in the same place between the others.
struct JSONPairing {
    /// For each new element the old one that it was; nil where it is added.
    let origins: [Int?]
    /// The new elements that stand elsewhere among the others than before.
    let moved: Set<Int>
    /// The old elements that are gone.
    let removed: [Int]

    /// The members by which objects in lists name themselves.
    private static let names = ["id", "key", "name"]

    init(_ old: [JSONMeaning], _ new: [JSONMeaning]) {
        let hunks = SequenceDifference(old.map(\.fingerprint), new.map(\.fingerprint)).hunks
        var origins = [Int?](repeating: nil, count: new.count)
        var (x, y) = (0, 0)
        for hunk in hunks + [.init(old: old.count..<old.count, new: new.count..<new.count)] {
            while y < hunk.new.lowerBound {
                origins[y] = x
                (x, y) = (x + 1, y + 1)
            }
            (x, y) = (hunk.old.upperBound, hunk.new.upperBound)
        }
        var left = Set(hunks.flatMap(\.old))
        /// Pairs what is left over by a sign of it that occurs on both sides.
        func pair<Sign: Hashable>(_ sign: (JSONMeaning) -> Sign?) {
            var places: [Sign: [Int]] = [:]
            for place in left.sorted(by: >) {
                if let sign = sign(old[place]) { places[sign, default: []].append(place) }
            }
            for place in new.indices where origins[place] == nil {
                guard let sign = sign(new[place]), let origin = places[sign]?.popLast() else { continue }
                origins[place] = origin
                left.remove(origin)
            }
        }
        pair(\.fingerprint)
        pair(Self.name)
        for hunk in hunks {
            let free = hunk.new.filter { origins[$0] == nil }
            for (place, origin) in zip(free, hunk.old.filter(left.contains)) {
                origins[place] = origin
                left.remove(origin)
            }
        }
        self.origins = origins
        moved = Self.outOfOrder(origins)
        removed = left.sorted()
    }

    /// The places that have to move for the others to be in their old order: all but those of a longest run of places
    /// whose origins ascend.
    private static func outOfOrder(_ origins: [Int?]) -> Set<Int> {
        /// For each length the place where a run of that length ends with the smallest origin.
        var ends: [(origin: Int, place: Int)] = []
        var before = [Int?](repeating: nil, count: origins.count)
        for (place, origin) in origins.enumerated() {
            guard let origin else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle].origin < origin { low = middle + 1 } else { high = middle }
            }
            before[place] = low > 0 ? ends[low - 1].place : nil
            if low == ends.count { ends.append((origin, place)) } else { ends[low] = (origin, place) }
        }
        var moved = Set(origins.indices.filter { origins[$0] != nil })
        var place = ends.last?.place
        while let kept = place {
            moved.remove(kept)
            place = before[kept]
        }
        return moved
    }

    /// What an object calls itself: `id`, and the number or text there.
    private static func name(_ meaning: JSONMeaning) -> [JSONValue]? {
        guard let object = meaning.value.object else { return nil }
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

/// The members of two objects, paired by name: those that are gone, then those of the new object in its order.
struct JSONMemberPairing {
    /// A name and what it stands for on each side; nil where there is no such member.
    let pairs: [(name: String, old: JSONMeaning?, new: JSONMeaning?)]

    init(_ old: JSONMeaning, _ new: JSONMeaning) {
        let (before, after) = (old.members, new.members)
        let kept = Set(after.map(\.name))
        let earlier = Dictionary(before.map { ($0.name, $0.meaning) }) { first, _ in first }
        pairs =
            before.filter { !kept.contains($0.name) }.map { ($0.name, $0.meaning, nil) }
            + after.map { ($0.name, earlier[$0.name], $0.meaning) }
    }
}
