/// The parts that must be counted again because the declared experiments and metrics have changed.
package struct DefinitionChanges: Sendable, Hashable {
    /// A metric in an experiment.
    package struct Part: Sendable, Hashable {
        package var experiment: String
        package var metric: String

        package init(experiment: String, metric: String) {
            (self.experiment, self.metric) = (experiment, metric)
        }
    }

    /// The parts that count other events than before. They are counted again from the stored events.
    package var replayed: Set<Part> = []
    /// The experiments whose users or values are summed otherwise than before: they are summed anew from what is known of
    /// each unit.
    package var recounted: Set<String> = []

    package init() {}

    /// Whether nothing is to be done.
    package var isEmpty: Bool { replayed.isEmpty && recounted.isEmpty }
}

extension EventDefinitions {
    /// These with others taken in. What the others do not name stays: a project file that lost a metric for an hour must
    /// not cost what was counted for months.
    ///
    /// - Parameter experiments: the names of all experiments that exposures are known of.
    /// - Returns: both together, and what changes.
    package func taking(_ others: EventDefinitions, known experiments: [String]) -> (
        EventDefinitions, DefinitionChanges
    ) {
        var merged = self
        merged.keepsUnitNames = others.keepsUnitNames
        for experiment in others.experiments {
            if let index = merged.experiments.firstIndex(where: { $0.name == experiment.name }) {
                // A project says nothing of what was seen of its source.
                let splits = merged.experiments[index].splits
                merged.experiments[index] = experiment
                merged.experiments[index].splits = splits
            } else {
                merged.experiments.append(experiment)
            }
        }
        for metric in others.metrics {
            if let index = merged.metrics.firstIndex(where: { $0.name == metric.name }) {
                merged.metrics[index] = metric
            } else {
                merged.metrics.append(metric)
            }
        }
        return (merged, changes(to: merged, known: experiments))
    }

    /// These with another split of an experiment's source.
    ///
    /// - Parameter experiments: the names of all experiments that exposures are known of.
    /// - Returns: both together, and what changes; nil if the experiment is not declared, or the split says nothing new.
    package func adding(_ split: SourceSplit, to experiment: String, known experiments: [String]) -> (
        EventDefinitions, DefinitionChanges
    )? {
        guard let index = self.experiments.firstIndex(where: { $0.name == experiment }),
            self.experiments[index].splits.isChanged(by: split)
        else { return nil }
        var changed = self
        changed.experiments[index].splits.append(split)
        return (changed, changes(to: changed, known: experiments))
    }

    private func changes(to new: EventDefinitions, known experiments: [String]) -> DefinitionChanges {
        var changes = DefinitionChanges()
        let (oldMetrics, oldExperiments) = (metricsByName, experimentsByName)
        let newExperiments = new.experimentsByName
        for name in experiments {
            let (old, current) = (oldExperiments[name], newExperiments[name])
            if old?.start != current?.start || old?.end != current?.end
                || (old?.phaseStarts ?? []) != (current?.phaseStarts ?? [])
            {
                changes.recounted.insert(name)
            }
            for metric in new.metrics where current?.counts(metric.name) ?? true {
                let before = (old?.counts(metric.name) ?? true) ? oldMetrics[metric.name] : nil
                guard let before, before.countsLike(metric) else {
                    changes.replayed.insert(.init(experiment: name, metric: metric.name))
                    continue
                }
                if !before.sumsLike(metric) { changes.recounted.insert(name) }
            }
        }
        return changes
    }

    package var metricsByName: [String: MetricDefinition] {
        Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package var experimentsByName: [String: ExperimentDefinition] {
        Dictionary(experiments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension MetricDefinition {
    /// Whether it adds up the same of the same events.
    fileprivate func countsLike(_ other: MetricDefinition) -> Bool {
        kind == other.kind && event == other.event && denominatorEvent == other.denominatorEvent
            && window == other.window && windowStart == other.windowStart
    }

    /// Whether it makes the same of what was added up.
    fileprivate func sumsLike(_ other: MetricDefinition) -> Bool {
        cap == other.cap && capPercentile == other.capPercentile
    }
}
