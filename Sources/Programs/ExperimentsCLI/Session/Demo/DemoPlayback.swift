import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// The demo's script without its server: what it holds at any time since its start. The same each time it is asked.
struct DemoPlayback {
    /// When the script begins.
    static let start = Date(timeIntervalSince1970: 1_772_357_400)  // 2026-03-01T09:30:00Z

    private let scenario = Scenario.demo(start: Self.start)
    private var played = Played(Scenario.demo(start: Self.start))
    private var fetches = 0
    private var held = Snapshot.empty

    /// Returns the events of a fetch at some time, as a service sends them.
    mutating func fetch(_ trigger: FetchTrigger, at now: Date) -> [ServiceEvent] {
        fetches += 1
        let before = held
        held = snapshot(at: now)
        let isNew = held.version != before.version
        let size = held.entries.reduce(0) { $0 + $1.key.utf8.count + ($1.value.text?.utf8.count ?? 0) + 6 }
        let record = FetchRecord(
            id: fetches, trigger: trigger, startedAt: now,
            // Not all alike, as they are in life.
            duration: .microseconds(1400 + fetches * fetches % 11 * 830),
            result: .success(
                FetchOutcome(
                    status: isNew ? .updated : .unchanged, httpStatus: 200, bytes: isNew ? size : 43)),
            version: held.version,
            difference: before.fetchedAt == nil ? .none : SnapshotDifference(from: before, to: held))
        return (isNew ? [.snapshotChanged(held)] : []) + [.fetchFinished(record)]
    }

    /// Returns the values of the server at some time.
    mutating func snapshot(at now: Date) -> Snapshot {
        let seconds = now.timeIntervalSince(Self.start)
        // Time goes on from fetch to fetch; an hour of it, played from the start each time, takes seconds.
        if seconds < played.seconds { played = Played(scenario) }
        played.goOn(to: seconds, of: scenario)
        var entries: [String: Snapshot.Entry] = [:]
        for parameter in played.template.parameters {
            switch parameter.defaultValue {
            case .text(let text): entries[parameter.key] = Snapshot.Entry(text: text)
            case .inAppDefault: entries[parameter.key] = Snapshot.Entry(text: nil)
            case .other, nil: break
            }
        }
        return Snapshot(
            entries: entries, version: String(played.version), fetchedAt: now,
            experiments: played.experiments.map {
                ExperimentAssignment(
                    id: $0.experimentID, variant: $0.variantID, keys: $0.affectedParameterKeys, startedAt: $0.startTime)
            })
    }
}

/// The position in a scenario, and its result so far.
private struct Played {
    private(set) var template: RemoteConfigTemplate
    private(set) var experiments: [ExperimentDescription] = []
    private(set) var version = 1
    /// When the last step was taken, in seconds since the start.
    private(set) var seconds = 0.0
    private var next = 0

    init(_ scenario: Scenario) { template = scenario.first }

    /// Takes every step that is due so many seconds after the start.
    mutating func goOn(to end: Double, of scenario: Scenario) {
        while scenario.steps.indices.contains(next) {
            let step = scenario.steps[next]
            guard seconds + step.delay.inSeconds <= end else { return }
            seconds += step.delay.inSeconds
            for edit in step.edits { scenario.apply(edit, to: &template, &experiments) }
            version += 1
            next += 1
            if scenario.repeats, next == scenario.steps.count { next = 0 }
        }
    }
}
