/// The evidence of all looks so far at one treatment and one metric.
///
/// It stores the intersection of the intervals of all looks, which is valid as long as each interval is, and the
/// smallest p-value. The intersection never widens, and the p-value never grows, so a decision is never reversed,
/// regardless of the number of looks.
///
/// If the interval of a look does not overlap the intersection of the earlier ones, the effect itself has changed. From
/// then on, the interval and the p-value are those of the latest look alone.
///
/// For a guardrail, they always are, because what was safe may become harmful. A look whose own interval is entirely on
/// the bad side is remembered: the probability that any look finds harm where there is none is that of one interval.
public struct SequentialEvidence: Sendable, Hashable {
    /// The looks that changed the evidence, oldest first, from which the same evidence can be computed again.
    public private(set) var looks: [Look] = []
    /// The change of the effect; nil if no look contradicted the earlier ones.
    public private(set) var change: EffectChange?
    /// The first look that found harm; nil if none did, or if this is not a guardrail.
    public private(set) var harm: Look?
    /// The number of effective units at the last look at the end of a day.
    private(set) var unitsAtEndOfDay = 0.0
    private var smallestPValue = 1.0
    private var latestPValue = 1.0
    private var tracks: [Track]
    /// The index of the track with the narrowest interval, which finds changes and harm.
    private let narrowest: Int
    /// The direction in which a guardrail gets better; nil if this is not a guardrail.
    private let guarded: Direction?

    /// One level's intersection, and the interval of the latest look.
    private struct Track: Hashable {
        let sequence: ConfidenceSequence
        var range = EffectBounds()
        var latest = EffectBounds()

        /// Adds a look.
        ///
        /// - Returns: whether it narrowed the intersection.
        mutating func take(_ look: Look) -> Bool {
            latest = EffectBounds(look, sequence)
            let next = range.intersection(latest)
            defer { range = next }
            return next != range
        }
    }

    /// Creates evidence without looks.
    ///
    /// - Parameters:
    ///   - sequence: the sequence for the experiment's level.
    ///   - levels: the levels for which intervals are stored: those of a family of tests.
    ///   - guarded: the direction in which a guardrail gets better; nil for other metrics.
    init(_ sequence: ConfidenceSequence?, levels: [Double], guarding guarded: Direction? = nil) {
        let tracks = levels.compactMap { level in sequence?.at(level).map { Track(sequence: $0) } }
        self.tracks = tracks
        narrowest = tracks.indices.max { tracks[$0].sequence.alpha < tracks[$1].sequence.alpha } ?? 0
        self.guarded = guarded
    }

    /// Adds a look.
    ///
    /// - Parameter isFirm: whether there is enough data for any verdict. Otherwise, the look counts only for a guardrail.
    /// - Returns: whether it changed the evidence, so that it should be stored.
    @discardableResult
    public mutating func record(_ look: Look, isFirm: Bool = true) -> Bool {
        guard tracks.indices.contains(narrowest), look.effect.standardError > 0, look.difference.isFinite
        else {
            return false
        }
        var isNew = findHarm(look)
        // The interval of a guardrail is shown as soon as harm may be found in it.
        if isFirm || guarded != nil {
            if add(look) { isNew = true }
            if look.gain != nil { unitsAtEndOfDay = look.units }
        }
        if isNew { looks.append(look) }
        // Only for a guardrail does the latest look count by itself.
        if guarded == nil { clearLatest() }
        return isNew
    }

    private mutating func findHarm(_ look: Look) -> Bool {
        guard let guarded, harm == nil else { return false }
        let own = tracks[narrowest].sequence.interval(look.effect, units: look.units, gain: look.gain ?? 0)
        guard guarded.opposes(own) else { return false }
        harm = look
        return true
    }

    private mutating func add(_ look: Look) -> Bool {
        latestPValue = tracks[narrowest].sequence.pValue(look.effect, units: look.units, gain: look.gain ?? 0)
        if change != nil {
            restart(from: look)
            return false
        }
        let before = tracks[narrowest].range
        let now = EffectBounds(look, tracks[narrowest].sequence)
        if before.difference.intersection(now.difference).isEmpty {
            if guarded == nil { change = EffectChange(day: look.day, before: before) }
            restart(from: look)
            return true
        }
        var isNew = latestPValue < smallestPValue
        smallestPValue = min(smallestPValue, latestPValue)
        for index in tracks.indices where tracks[index].take(look) { isNew = true }
        return isNew
    }

    private mutating func restart(from look: Look) {
        smallestPValue = latestPValue
        for index in tracks.indices {
            tracks[index].latest = EffectBounds(look, tracks[index].sequence)
            tracks[index].range = tracks[index].latest
        }
    }

    /// Whether a look contradicted the earlier ones.
    public var hasChanged: Bool { change != nil }

    /// The p-value of the interval: the smallest of all looks, or that of the latest one if only its interval counts.
    public var pValue: Double { guarded == nil ? smallestPValue : latestPValue }

    /// Forgets the latest look, because the present data has no interval, or too little data for one. For a guardrail,
    /// nothing is ruled out then.
    mutating func clearLatest() {
        latestPValue = 1
        for index in tracks.indices { tracks[index].latest = EffectBounds() }
    }

    /// A look, with the interval that counted after it.
    public struct Step: Sendable, Hashable {
        /// The data at this look.
        public let look: Look
        /// The differences of means that were not ruled out.
        public let difference: Interval
        /// The lifts that were not ruled out.
        public let lift: Interval
    }

    /// Returns how the intervals changed, look by look.
    ///
    /// - Parameter alpha: one of the levels for which intervals are stored. For other levels, there are no steps.
    public func steps(alpha: Double) -> [Step] {
        guard let level = tracks.firstIndex(where: { $0.sequence.alpha == alpha }) else { return [] }
        var replay = self
        replay.restart()
        return looks.compactMap { look in
            let before = replay.bounds(level)
            replay.record(look)
            let after = replay.bounds(level)
            return after == before ? nil : Step(look: look, difference: after.difference, lift: after.lift)
        }
    }

    /// Forgets all looks.
    mutating func restart() {
        looks = []
        change = nil
        harm = nil
        unitsAtEndOfDay = 0
        smallestPValue = 1
        latestPValue = 1
        for index in tracks.indices { tracks[index] = Track(sequence: tracks[index].sequence) }
    }

    /// The effects that are not ruled out, at one of the levels.
    func bounds(_ level: Int) -> EffectBounds {
        guard tracks.indices.contains(level) else { return EffectBounds() }
        return guarded == nil ? tracks[level].range : tracks[level].latest
    }

    /// The sequence of one of the levels.
    func sequence(_ level: Int) -> ConfidenceSequence? {
        tracks.indices.contains(level) ? tracks[level].sequence : nil
    }
}

/// The effects that are not ruled out, as differences of means and as lifts.
public struct EffectBounds: Sendable, Hashable {
    /// The differences of means.
    public var difference = Interval.everything
    /// The lifts. All numbers if control's mean may be zero.
    public var lift = Interval.everything

    /// Creates bounds that rule out nothing.
    init() {}

    /// Creates the bounds of one look.
    init(_ look: Look, _ sequence: ConfidenceSequence) {
        let multiplier = sequence.multiplier(units: look.units, gain: look.gain ?? 0)
        difference = Interval(look.difference, within: multiplier * look.effect.standardError)
        lift = LiftInterval.of(look, multiplier: multiplier)
    }

    /// Returns the effects within both.
    func intersection(_ other: EffectBounds) -> EffectBounds {
        var both = self
        both.difference = difference.intersection(other.difference)
        let lifts = lift.intersection(other.lift)
        if !lifts.isEmpty { both.lift = lifts }
        return both
    }
}

/// A change of the effect while an experiment runs.
public struct EffectChange: Sendable, Hashable {
    /// The time of the look that contradicted the earlier ones, in days since the start.
    public let day: Double
    /// The effects that the looks before it had not ruled out.
    public let before: EffectBounds
}
