import ExperimentStatistics

/// The experiments that must be counted again because their declarations changed.
package struct DefinitionChanges: Sendable, Hashable {
    /// The experiments that count different events or exposures than before. They are counted again from the stored
    /// ones.
    package var recounted: Set<String> = []
    /// The experiments whose users or values are summed differently. They are summed again from the stored units.
    package var summed: Set<String> = []

    package init() {}

    /// Whether nothing has to be done.
    package var isEmpty: Bool { recounted.isEmpty && summed.isEmpty }
}

extension EventDefinitions {
    /// Merges other definitions into these. Definitions that are missing in the others stay, because a project file may
    /// lack a metric for an hour, and months of counts must not be lost. They are not lost by an edit either, because
    /// events counted before it stay.
    ///
    /// - Parameter experiments: the names of all experiments with exposures.
    /// - Returns: the merged definitions, and the changes.
    package func taking(_ others: EventDefinitions, known experiments: [String]) -> (
        EventDefinitions, DefinitionChanges
    ) {
        var merged = self
        merged.keepsUnitNames = others.keepsUnitNames
        merged.countedEvents.formUnion(events)
        // Look up names in a table, because a project may have thousands.
        var places = Self.places(self.experiments.map(\.name))
        for experiment in others.experiments {
            if let index = places[experiment.name] {
                // A project does not contain the observed splits of its source.
                let splits = merged.experiments[index].splits
                merged.experiments[index] = experiment
                merged.experiments[index].splits = splits
            } else {
                places[experiment.name] = merged.experiments.count
                merged.experiments.append(experiment)
            }
        }
        var metricPlaces = Self.places(metrics.map(\.name))
        for metric in others.metrics {
            if let index = metricPlaces[metric.name] {
                merged.metrics[index] = metric
            } else {
                metricPlaces[metric.name] = merged.metrics.count
                merged.metrics.append(metric)
            }
        }
        merged.countedEvents.formUnion(merged.events)
        return (merged, changes(to: merged, known: experiments))
    }

    /// Returns these definitions with other splits of the experiments' sources.
    ///
    /// - Parameters:
    ///   - splits: the splits by the experiments' names.
    ///   - experiments: the names of all experiments with known exposures.
    /// - Returns: the combined definitions, and the changes; nil if no split of a declared experiment is new.
    package func adding(_ splits: [String: SourceSplit], known experiments: [String]) -> (
        EventDefinitions, DefinitionChanges
    )? {
        let new = self.experiments.indices.filter { index in
            splits[self.experiments[index].name].map(self.experiments[index].splits.isChanged) ?? false
        }
        guard !new.isEmpty else { return nil }
        var changed = self
        for index in new {
            if let split = splits[changed.experiments[index].name] {
                changed.experiments[index].splits.append(split)
            }
        }
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
                || (old?.aliases ?? [:]) != (current?.aliases ?? [:])
                || old?.hasLaterPhases == true && old?.fetchInterval != current?.fetchInterval
            {
                changes.recounted.insert(name)
            }
            for metric in new.metrics {
                let (wasCounted, isCounted) = (
                    old?.counts(metric.name) ?? true, current?.counts(metric.name) ?? true
                )
                let before = wasCounted ? oldMetrics[metric.name] : nil
                guard isCounted || before != nil else { continue }
                guard isCounted, let before, before.countsLike(metric) else {
                    changes.recounted.insert(name)
                    continue
                }
                if !before.sumsLike(metric) { changes.summed.insert(name) }
            }
        }
        return changes
    }

    private static func places(_ names: [String]) -> [String: Int] {
        Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package var metricsByName: [String: MetricDefinition] {
        Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package var experimentsByName: [String: ExperimentDefinition] {
        Dictionary(experiments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension MetricDefinition {
    /// Returns whether another metric counts the same events in the same way.
    func countsLike(_ other: MetricDefinition) -> Bool {
        kind == other.kind && event == other.event && denominatorEvent == other.denominatorEvent
            && window == other.window && windowStart == other.windowStart && valueCap == other.valueCap
            && (countsEvents ?? false) == (other.countsEvents ?? false)
    }

    /// The maximum of a single value of a mean.
    private var valueCap: Double? { kind == .mean ? cap : nil }

    /// Returns whether another metric sums values in the same way.
    fileprivate func sumsLike(_ other: MetricDefinition) -> Bool {
        cap == other.cap && capPercentile == other.capPercentile
    }
}
