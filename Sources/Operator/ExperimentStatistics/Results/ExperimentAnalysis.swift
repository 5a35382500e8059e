/// One look at an experiment: compares the groups, updates the evidence, corrects for several tests, and gives the
/// verdicts.
struct ExperimentAnalysis {
    let design: ExperimentDesign
    let data: ExperimentData
    private let sequence: ConfidenceSequence?

    init(_ design: ExperimentDesign, _ data: ExperimentData) {
        (self.design, self.data, sequence) = (design, data, design.sequence)
    }

    /// A treatment and a metric, before correction for others.
    struct Cell {
        let metric: Int
        let group: Int
        let comparison: Result<GroupComparison, MissingEstimate>
        let missing: [MissingData]
        /// The number of units in the smaller of the two groups.
        let units: Int
        /// Whether a ratio has no denominators in one of two groups that should have them.
        let isBroken: Bool
    }

    func result(_ evidence: inout ExperimentEvidence) -> ExperimentResult {
        let cells = remember(&evidence)
        let judged = judgements(cells, cells.map { evidence[$0.metric, $0.group]?.pValue ?? 1 })
        let single = singleLooks(cells)
        let metrics = design.metrics.indices.map { metric in
            MetricResult(
                metric: metric, groups: design.groups.indices.map { estimate(metric, $0) },
                treatments: cells.indices.filter { cells[$0].metric == metric }.map {
                    treatmentResult(cells[$0], judged: judged[$0], evidence: evidence, singleLook: single[$0])
                })
        }
        let split = SampleRatioCheck(data.phases)
        let users = split.users.reduce(0) { $0.clampedSum($1) }
        let mixed = MixedUsers(count: data.mixedUsers, of: users.clampedSum(max(0, data.mixedUsers)))
        let judgement = ExperimentJudgement(design: design, split: split, mixed: mixed, metrics: metrics)
        let verdicts = Dictionary(
            design.treatments.map { ($0, judgement.verdict(on: $0)) }, uniquingKeysWith: { first, _ in first }
        )
        return ExperimentResult(
            verdict: judgement.verdict(design.treatments.compactMap { verdicts[$0] }), treatments: verdicts,
            split: split, mixed: mixed, metrics: metrics)
    }

    /// Adds the looks at all treatments and metrics with enough data.
    ///
    /// - Parameter isEndOfDay: whether it is a look at the end of a day, rather than at any time.
    @discardableResult
    func remember(_ evidence: inout ExperimentEvidence, atEndOfDay isEndOfDay: Bool = false) -> [Cell] {
        let cells = design.metrics.indices.flatMap { metric in design.treatments.map { cell(metric, $0) } }
        for cell in cells {
            evidence[cell.metric, cell.group]?.clearLatest()
            guard case .success(let comparison) = cell.comparison, cell.units >= design.minimum.units else {
                continue
            }
            var look = Look(comparison, day: data.days)
            if isEndOfDay {
                let before = evidence[cell.metric, cell.group]?.unitsAtEndOfDay ?? 0
                look.gain = max(0, look.units - before)
            }
            evidence.record(look, metric: cell.metric, group: cell.group, isFirm: cell.missing.isEmpty)
        }
        return cells
    }

    private func cell(_ metric: Int, _ group: Int) -> Cell {
        let pairs = data.pairs(metric, control: design.control, treatment: group)
        let comparison: Result<GroupComparison, MissingEstimate>
        do throws(MissingEstimate) {
            comparison = .success(
                try GroupComparison(pairs, design.metrics[metric].kind.estimator, usesPast: design.usesPast))
        } catch {
            comparison = .failure(error)
        }
        let sum = GroupPair.sum(pairs)
        // Groups that never run at the same time are not waiting for users.
        let missing =
            pairs.isEmpty
            ? []
            : MissingData.all(
                design.minimum, sum, control: design.control, cell: (metric, group), days: data.days,
                waiting: waiting(metric))
        return Cell(
            metric: metric, group: group, comparison: comparison, missing: missing,
            units: min(sum.control.units, sum.treatment.units), isBroken: isBroken(comparison, sum))
    }

    private func waiting(_ metric: Int) -> OpenWindows? {
        data.waiting.indices.contains(metric) ? data.waiting[metric] : nil
    }

    /// Returns whether one group has no denominators where the other's lead to expect as many as a verdict needs.
    private func isBroken(_ comparison: Result<GroupComparison, MissingEstimate>, _ sum: GroupPair) -> Bool {
        guard case .failure(.noDenominator(let side)) = comparison else { return false }
        let own = side == .control ? sum.control : sum.treatment
        let other = side == .control ? sum.treatment : sum.control
        guard min(own.units, other.units) >= design.minimum.units else { return false }
        let expected = other.denominator.sum.value / Double(other.units) * Double(own.units)
        return abs(expected) >= Double(design.minimum.conversions)
    }

    private func estimate(_ metric: Int, _ group: Int) -> GroupEstimate? {
        let totals = data.totals(metric, group)
        let estimator = design.metrics[metric].kind.estimator
        guard totals.units > 0, estimator != .ratio || totals.denominator.sum.value != 0 else { return nil }
        return PastAdjustment(Moments(totals: totals, estimator: design.metrics[metric].kind.estimator), nil)
            .estimate
    }

    /// Returns the level at which each cell is judged, and its p-value after correction.
    private func judgements(_ cells: [Cell], _ pValues: [Double]) -> [(level: Int, pValue: Double)] {
        var judged = pValues.map { (level: 0, pValue: $0) }
        let goals = cells.indices.filter { design.metrics[cells[$0].metric].role == .goal }
        let family = goals.map { pValues[$0] }
        let adjusted = design.correction.adjusted(family)
        let levels = design.correction.levelIndices(family, alpha: design.alpha)
        for (place, goal) in goals.enumerated() { judged[goal] = (levels[place], adjusted[place]) }
        return judged
    }

    /// Returns Welch's test of each cell, corrected like the evidence of all looks.
    private func singleLooks(_ cells: [Cell]) -> [FixedHorizonTest?] {
        let comparisons = cells.map { try? $0.comparison.get() }
        let tests = comparisons.map { comparison in
            comparison.flatMap {
                FixedHorizonTest($0.difference, degreesOfFreedom: $0.degreesOfFreedom, alpha: design.alpha)
            }
        }
        let judged = judgements(cells, tests.map { $0?.pValue ?? 1 })
        return cells.indices.map { index in
            let levels = design.levels(design.metrics[cells[index].metric].role)
            return comparisons[index].flatMap {
                FixedHorizonTest($0, level: levels[judged[index].level], pValue: judged[index].pValue)
            }
        }
    }

    private func treatmentResult(
        _ cell: Cell, judged: (level: Int, pValue: Double), evidence: ExperimentEvidence,
        singleLook: FixedHorizonTest?
    ) -> TreatmentResult {
        let metric = design.metrics[cell.metric]
        let part = evidence[cell.metric, cell.group]
        let level = part?.sequence(judged.level)
        let comparison = try? cell.comparison.get()
        let least = metric.leastEffect ?? design.usualLeastEffect
        let daysLeft = comparison.map {
            DaysLeft(
                for: least.difference(from: $0.control.mean), $0, level, days: data.days,
                usersPerDay: usersPerDay($0))
        }
        var bounds = part?.bounds(judged.level) ?? EffectBounds()
        bounds.lift = possible(bounds.lift, metric)
        let isGuarded = metric.role == .guardrail
        let finding = MetricFinding(
            cell: (cell.metric, cell.group), design: metric, comparison: cell.comparison,
            missing: cell.missing,
            bounds: bounds, change: part?.change, harm: part?.harm.map { harm($0, level) },
            safety: isGuarded ? GuardrailSafety(metric, bounds, comparison, level) : nil,
            daysLeft: daysLeft ?? .unknown, leastEffect: least)
        let posterior = comparison.map { belief($0) }
        return TreatmentResult(
            group: cell.group, verdict: finding.verdict, comparison: comparison, absence: finding.absence,
            isBroken: cell.isBroken, missing: cell.missing, difference: bounds.difference, lift: bounds.lift,
            change: finding.change, safety: finding.safety, waiting: waiting(cell.metric),
            level: level?.alpha ?? design.alpha, pValue: judged.pValue,
            fixedHorizon: singleLook, posterior: posterior,
            chanceToWin: posterior?.chanceToWin(metric.direction), daysLeft: finding.daysLeft,
            notes: notes(cell, comparison: comparison, part: part))
    }

    /// Returns the effect that a look in the past found, at one level.
    private func harm(_ look: Look, _ level: ConfidenceSequence?) -> (day: Double, finding: EffectFinding) {
        let bounds = level.map { EffectBounds(look, $0) } ?? EffectBounds()
        let lift = look.baseline == 0 ? nil : look.difference / abs(look.baseline)
        return (look.day, EffectFinding(difference: look.difference, lift: lift, bounds))
    }

    /// Returns the possible lifts: a decrease is at most 100% if no value is below zero.
    private func possible(_ lift: Interval, _ metric: MetricDesign) -> Interval {
        guard metric.kind == .proportion || metric.kind == .count, lift != .everything else { return lift }
        let possible = lift.intersection(Interval(-1, .infinity))
        return possible.isEmpty ? lift : possible
    }

    /// Returns the number of new users per day in two groups.
    private func usersPerDay(_ comparison: GroupComparison) -> Double {
        let all = (0..<design.groups.count).reduce(0.0) { sum, group in
            sum + data.phases.reduce(0.0) { $0 + Double($1.users(in: group)) }
        }
        guard let lately = data.usersPerDay, lately.isFinite, all > 0 else {
            return comparison.units / data.days
        }
        return lately * min(1, comparison.units / all)
    }

    /// Returns the posterior of the difference, like the p-value. A prior is about lifts, so with one, it is that of the
    /// lift, if there is one.
    private func belief(_ comparison: GroupComparison) -> BayesianPosterior {
        if let prior = design.prior, let lift = comparison.lift {
            return BayesianPosterior(lift, prior: prior)
        }
        return BayesianPosterior(comparison.difference)
    }

    private func notes(_ cell: Cell, comparison: GroupComparison?, part: SequentialEvidence?) -> [ResultNote]
    {
        var notes: [ResultNote] = []
        if let waiting = waiting(cell.metric), waiting.users > 0 { notes.append(.openWindows(waiting)) }
        guard let comparison else { return notes }
        if let lift = comparison.lift, abs(lift.value) >= 0.5 { notes.append(.largeEffect) }
        if comparison.adjustment != nil {
            if hasUnevenPast(cell) { notes.append(.unevenPast) }
            let plain = comparison.treatment.mean - comparison.control.mean
            if plain * comparison.difference.value < 0 { notes.append(.adjustmentTurnsSign) }
        }
        if let change = part?.change { notes.append(.effectChanges(day: change.day)) }
        if cell.missing.isEmpty, part?.bounds(0).lift == .everything { notes.append(.liftWithoutBounds) }
        return notes
    }

    /// Returns whether the groups differ in their past, by a sequence with one false alarm in a thousand correct
    /// experiments.
    private func hasUnevenPast(_ cell: Cell) -> Bool {
        func past(_ totals: GroupTotals) -> GroupTotals {
            GroupTotals(units: totals.units, sum: totals.past.sum, sumSquares: totals.past.sumSquares)
        }
        let pasts = data.pairs(cell.metric, control: design.control, treatment: cell.group).map {
            GroupPair(control: past($0.control), treatment: past($0.treatment))
        }
        let estimator: Estimator = design.metrics[cell.metric].kind == .proportion ? .proportion : .mean
        guard let comparison = try? GroupComparison(pasts, estimator),
            let sequence = ConfidenceSequence(alpha: 0.001, tuning: design.tuning)
        else { return false }
        return sequence.pValue(comparison.decidingDifference, units: comparison.effectiveUnits) < 0.001
    }
}
