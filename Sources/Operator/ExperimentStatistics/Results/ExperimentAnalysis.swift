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
    }

    func result(_ evidence: inout ExperimentEvidence) -> ExperimentResult {
        let cells = remember(&evidence)
        let judged = judgements(cells, cells.map { evidence[$0.metric, $0.group]?.smallestPValue ?? 1 })
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
            design.treatments.map { ($0, judgement.verdict(on: $0)) }, uniquingKeysWith: { first, _ in first })
        return ExperimentResult(
            verdict: judgement.verdict(design.treatments.compactMap { verdicts[$0] }), treatments: verdicts,
            split: split, mixed: mixed, metrics: metrics)
    }

    /// Adds the looks at all treatments and metrics with enough data.
    @discardableResult
    func remember(_ evidence: inout ExperimentEvidence) -> [Cell] {
        let cells = design.metrics.indices.flatMap { metric in design.treatments.map { cell(metric, $0) } }
        for cell in cells where cell.missing.isEmpty {
            guard case .success(let comparison) = cell.comparison else { continue }
            evidence.record(Look(comparison, day: data.days), metric: cell.metric, group: cell.group)
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
        // Groups that never run at the same time are not waiting for users.
        let missing =
            pairs.isEmpty
            ? []
            : MissingData.all(
                design.minimum, GroupPair.sum(pairs), control: design.control, cell: (metric, group), days: data.days)
        return Cell(metric: metric, group: group, comparison: comparison, missing: missing)
    }

    private func estimate(_ metric: Int, _ group: Int) -> GroupEstimate? {
        let totals = data.totals(metric, group)
        guard totals.units > 0 else { return nil }
        return PastAdjustment(Moments(totals: totals, estimator: design.metrics[metric].kind.estimator), nil).estimate
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
        let posterior = comparison.map { belief($0) }
        let least = metric.leastEffect ?? design.usualLeastEffect
        let daysLeft = comparison.map {
            DaysLeft(
                for: least.difference(from: $0.control.mean), $0, level, days: data.days, usersPerDay: usersPerDay($0))
        }
        let finding = MetricFinding(
            cell: (cell.metric, cell.group), design: metric, comparison: cell.comparison, missing: cell.missing,
            difference: part?.difference(judged.level) ?? .everything,
            lift: possible(part?.lift(judged.level) ?? .everything, metric),
            daysLeft: daysLeft ?? .unknown, leastEffect: least)
        return TreatmentResult(
            group: cell.group, verdict: finding.verdict, comparison: comparison, absence: finding.absence,
            missing: cell.missing, difference: finding.difference, lift: finding.lift,
            level: level?.alpha ?? design.alpha, pValue: judged.pValue,
            fixedHorizon: singleLook, posterior: posterior,
            chanceToWin: posterior?.chanceToWin(metric.direction), daysLeft: finding.daysLeft,
            notes: comparison.map { notes(cell, comparison: $0, part: part) } ?? [])
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
        guard let lately = data.usersPerDay, lately.isFinite, all > 0 else { return comparison.units / data.days }
        return lately * min(1, comparison.units / all)
    }

    /// Returns the posterior of the lift, or of the difference if there is no lift.
    private func belief(_ comparison: GroupComparison) -> BayesianPosterior {
        if let lift = comparison.lift { return BayesianPosterior(lift, prior: design.prior) }
        return BayesianPosterior(comparison.difference)
    }

    private func notes(_ cell: Cell, comparison: GroupComparison, part: SequentialEvidence?) -> [ResultNote] {
        var notes: [ResultNote] = []
        if let lift = comparison.lift, abs(lift.value) >= 0.5 { notes.append(.largeEffect) }
        if comparison.adjustment != nil {
            if hasUnevenPast(cell) { notes.append(.unevenPast) }
            let plain = comparison.treatment.mean - comparison.control.mean
            if plain * comparison.difference.value < 0 { notes.append(.adjustmentTurnsSign) }
        }
        if part?.hasChanged == true { notes.append(.effectChanges) }
        if cell.missing.isEmpty, part?.lift(0) == .everything { notes.append(.liftWithoutBounds) }
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
        return sequence.pValue(comparison.decidingDifference, units: comparison.units) < 0.001
    }
}
