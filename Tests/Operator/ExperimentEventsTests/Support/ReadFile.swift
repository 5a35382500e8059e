import ExperimentEvents
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// What a file of events holds, read to its end.
struct ReadFile {
    private(set) var events: [TrackedEvent] = []
    private(set) var problems: [EventFileProblem] = []
    let remarks: [String]

    init(
        _ bytes: [UInt8], form: EventFile.Form? = nil, columns: EventColumns = EventColumns(),
        mapping: EventMapping = EventMapping(), latest: Date? = nil
    ) throws(EventFileProblem) {
        var file = try EventFile(bytes, form: form, columns: columns, mapping: mapping, latest: latest)
        var isAtEnd = false
        while !isAtEnd {
            do throws(EventFileProblem) {
                if let event = try file.next() { events.append(event) } else { isAtEnd = true }
            } catch {
                problems.append(error)
            }
        }
        remarks = file.remarks.map(\.message)
    }

    init(
        _ text: String, columns: EventColumns = EventColumns(), mapping: EventMapping = EventMapping()
    ) throws(EventFileProblem) {
        try self.init(Array(text.utf8), columns: columns, mapping: mapping)
    }

    /// The events in short: `ann Paywall a` for exposures, `ann order 5.0` for those of metrics.
    var lines: [String] {
        events.map { event in
            switch event {
            case .exposure(let event): "\(event.unit) \(event.experiment) \(event.group)"
            case .metric(let event): "\(event.unit) \(event.name)" + (event.value.map { " \($0)" } ?? "")
            }
        }
    }

    /// The times, in milliseconds.
    var times: [String] { events.map { RFC3339.text(of: $0.at, milliseconds: true) } }
}
