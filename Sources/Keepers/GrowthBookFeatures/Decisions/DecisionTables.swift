/// The tables to which the questions of a ``DecisionGraph`` refer, while it is built.
struct DecisionTables {
    private(set) var clauses: [Condition.Clause] = []
    private(set) var texts: [ExactText: Int32] = [:]
    private(set) var versionSlots: Set<Int> = []
    private(set) var listed: [Int32] = []
    private(set) var versions: [UInt8] = []
    private(set) var buckets: [BucketQuestion] = []
    private(set) var units: [UInt16] = []
    private(set) var ranges: [BucketRange] = []

    mutating func add(_ clause: Condition.Clause) -> Int32 {
        clauses.append(clause)
        return Int32(clauses.count - 1)
    }

    /// The number of a text: the same for texts that are written alike.
    mutating func number(of text: String) -> Int32 {
        let text = ExactText(text)
        if let number = texts[text] { return number }
        let number = Int32(texts.count)
        texts[text] = number
        return number
    }

    mutating func add(_ texts: [String]) -> NumberRange {
        let start = listed.count
        for text in texts { listed.append(number(of: text)) }
        return NumberRange(start..<listed.count)
    }

    mutating func add(version: [UInt8], of slot: Int) -> NumberRange {
        versionSlots.insert(slot)
        versions += version
        return NumberRange(versions.count - version.count..<versions.count)
    }

    mutating func addBucket(
        _ seed: HashSeed, _ version: HashVersion, of attribute: Int, in ranges: [BucketRange]
    ) -> Int32 {
        units += seed.units
        self.ranges += ranges
        buckets.append(
            BucketQuestion(
                seed: NumberRange(units.count - seed.units.count..<units.count), state: seed.state, version: version,
                attribute: Int32(attribute),
                ranges: NumberRange(self.ranges.count - ranges.count..<self.ranges.count)))
        return Int32(buckets.count - 1)
    }
}
