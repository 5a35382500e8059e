/// One question of a ``DecisionGraph``, and where to go on from its answer.
struct DecisionStep: Sendable {
    /// The question of a step. Texts, lists and buckets are in tables of the graph, under the numbers that are given
    /// here.
    enum Question: Sendable {
        // Of an attribute, whatever the dialect.
        case isNull
        case isTruth(Bool)
        case isNumber(Double)
        case isText(Int32)
        case isOneOf(NumberRange)
        case isOrdered(ValueOperator.Order, Double)
        case isVersion(ValueOperator.VersionOrder, NumberRange)
        // Of an attribute, after it was made what the loose dialect compares.
        case countsAs(Bool)
        case readsAsNumber(Double)
        case readsAsText(Int32)
        /// A clause that has to be asked in full.
        case clause
        /// Whether the user's bucket is in one of the ranges.
        case bucket(Int32)
        /// Whether experiments go by chance alone; the rule is asked in full where they do not.
        case isOrdinary
        /// A rule that has to be asked in full.
        case rule
        /// The variation of the user's bucket; for those who have one, the end.
        case experiment(Int32, variations: Int32)
        /// The end: the value of the rule.
        case force
        /// The end: the value of the feature.
        case standard
    }

    let question: Question
    /// Whether the opposite is asked.
    var isNegated = false
    /// The place of the attribute that is asked about, among those that conditions look at.
    var slot: Int32 = 0
    /// The place of the clause that asks the same in full, or of the rule within its feature.
    var place: Int32 = 0
    /// The next steps. They come before this one, so that there is an end.
    var ifTrue: Int32 = 0
    var ifFalse: Int32 = 0

    init(_ question: Question) { self.question = question }
}

/// So many elements of a table, from one on.
struct NumberRange: Sendable {
    let start: Int32
    let count: Int32

    init(_ range: Range<Int>) {
        (start, count) = (Int32(range.lowerBound), Int32(range.count))
    }

    var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// The buckets that a user must be in, in tables of the graph.
struct BucketQuestion: Sendable {
    let seed: NumberRange
    /// The hash of the seed alone.
    let state: UInt32
    let version: HashVersion
    /// The place of the attribute that tells users apart.
    let attribute: Int32
    let ranges: NumberRange
}
