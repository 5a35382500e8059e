import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// The demo's script without its server: what it holds at any time since its start. The same each time it is asked.
struct DemoPlayback {
    /// When the script begins.
    static let start = Date(timeIntervalSince1970: 1_772_357_400)  // 2026-03-01T09:30:00Z

    private let scenario = Scenario.demo
    private var fetches = 0
    private var held = Snapshot.empty

    /// What a fetch brings at some time: the events of a service.
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

    private func snapshot(at now: Date) -> Snapshot {
        var template = scenario.first
        var experiments: [ExperimentDescription] = []
        var version = 1
        var left = now.timeIntervalSince(Self.start)
        script: while true {
            for step in scenario.steps {
                left -= step.delay.inSeconds
                if left < 0 { break script }
                for edit in step.edits { scenario.apply(edit, to: &template, &experiments) }
                version += 1
            }
            guard scenario.repeats, !scenario.steps.isEmpty else { break }
        }
        var entries: [String: Snapshot.Entry] = [:]
        for parameter in template.parameters {
            switch parameter.defaultValue {
            case .text(let text): entries[parameter.key] = Snapshot.Entry(text: text)
            case .inAppDefault: entries[parameter.key] = Snapshot.Entry(text: nil)
            case .other, nil: break
            }
        }
        return Snapshot(
            entries: entries, version: String(version), fetchedAt: now,
            experiments: experiments.map {
                ExperimentAssignment(
                    id: $0.experimentID, variant: $0.variantID, keys: $0.affectedParameterKeys, startedAt: $0.startTime)
            })
    }
}
