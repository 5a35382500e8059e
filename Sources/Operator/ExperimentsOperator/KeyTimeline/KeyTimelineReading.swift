import ExperimentsCore
import Foundation

/// A key whose timeline is wanted, and what is known of it without reading files.
public struct KeyTimelineRequest: Sendable {
    /// The key's name.
    package let name: String
    /// The declared key, if it is declared.
    package let key: CatalogKey?
    /// The key's override as it is now.
    package let override: Override?
    /// The source's name, where there are several.
    package let source: String?
    /// What the source held since a program was opened, the oldest first.
    package let recent: [KeptValue]

    package init(
        _ name: String, _ key: CatalogKey?, override: Override?, source: String? = nil, recent: [KeptValue] = []
    ) {
        (self.name, self.key, self.override, self.recent) = (name, key, override, recent)
        self.source = source
    }

    /// Reads what is kept of the source's values and of the overrides' changes.
    ///
    /// - Parameters:
    ///   - values: where the source's values are kept; nil for nowhere.
    ///   - journal: where changes of overrides are kept; nil for nowhere.
    /// - Returns: the timeline as far as it can be read, and why it is not whole.
    package func read(
        _ values: ValueHistory?, _ journal: OverrideJournalFile?, at now: Date
    ) -> (timeline: KeyTimeline, problem: FileProblem?) {
        var problem: FileProblem?
        var kept: [KeptValue] = []
        var steps: [OverrideStep] = []
        do throws(FileProblem) {
            kept = try values?.values(of: name) ?? []
        } catch {
            problem = error
        }
        do throws(FileProblem) {
            steps = try journal?.settled().steps ?? []
        } catch {
            problem = problem ?? error
        }
        let timeline = KeyTimeline(name, key, values: kept + recent, steps: steps, current: override, at: now)
        return (timeline, problem)
    }
}

extension Timeline {
    /// What a name held, generation by generation, the oldest first.
    package func keptValues(of name: String) -> [KeptValue] {
        // Before the first fetch nothing is known, which is not that the source holds nothing.
        newest.fetchedAt == nil
            ? []
            : values(of: name).reversed().enumerated().map { place, value in
                KeptValue(
                    moment: ValueMoment(
                        at: value.generation.since, unchangedUntil: nil, version: value.generation.version, notes: [],
                        program: nil),
                    text: value.entry.map { KeptText($0.text, limit: .max) }, isFirst: place == 0)
            }
    }
}
