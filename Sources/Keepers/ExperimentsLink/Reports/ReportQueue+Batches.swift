import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// Selects the part of the pending events that fits into a report.
extension ReportQueue {
    /// Whether there is something that has not been reported yet.
    var hasNews: Bool {
        needsWhole || !mismatches.isEmpty || !exposures.isEmpty || !metrics.isEmpty || dropped > 0
            || revision != reported.revision || source != reported.source || keys != reported.keys
    }

    /// Returns the next report, as large as a report may be; nil if there is nothing to report.
    mutating func makeReport(date: Date) -> AppReport? {
        guard hasNews else { return nil }
        sequence += 1
        var report = AppReport(
            identity: identity, run: run, sequence: sequence, sentAt: date, revision: revision,
            source: source,
            roundTrip: roundTrip, isWhole: needsWhole, droppedEvents: dropped)
        // First the app's identity and the states of its keys, which people look at; events may follow in the next
        // report.
        let changed = keys.values.filter { needsWhole || reported.keys[$0.name] != $0 }.sorted {
            $0.name < $1.name
        }
        let removed = needsWhole ? [] : reported.keys.keys.filter { keys[$0] == nil }.sorted()
        var room = byteLimit - report.bytes.count - 500
        report.keys = Self.fitting(changed, limit: LinkLimits.keys, into: &room) { $0.estimatedBytes }
        report.removedKeys = Self.fitting(removed, limit: LinkLimits.keys, into: &room) {
            $0.utf8.count * 6 + 3
        }
        report.mismatches = Self.fitting(mismatches, limit: LinkLimits.mismatches, into: &room) {
            $0.estimatedBytes
        }
        report.exposures = Self.fitting(exposures, limit: LinkLimits.exposures, into: &room) {
            $0.estimatedBytes
        }
        report.metrics = Self.fitting(metrics, limit: LinkLimits.metrics, into: &room) { $0.estimatedBytes }
        return report
    }

    private static func fitting<Element>(
        _ elements: [Element], limit: Int, into room: inout Int, size: (Element) -> Int
    ) -> [Element] {
        var count = 0
        for element in elements.prefix(limit) {
            let bytes = size(element)
            guard bytes <= room else { break }
            room -= bytes
            count += 1
        }
        return Array(elements.prefix(count))
    }

    /// Notes that the server has received the report in progress.
    mutating func confirm() {
        guard let report = unconfirmed else { return }
        unconfirmed = nil
        if report.isWhole { reported = ReportedState() }
        for key in report.keys { reported.keys[key.name] = key }
        for name in report.removedKeys { reported.keys[name] = nil }
        (reported.revision, reported.source) = (report.revision, report.source)
        if let origin = report.revision?.origin { reported.origin = origin }
        needsWhole = needsWhole && !report.isWhole
        mismatches.removeFirst(report.mismatches.count)
        exposures.removeFirst(report.exposures.count)
        metrics.removeFirst(report.metrics.count)
        dropped -= report.droppedEvents
    }
}

// The maximum number of bytes in JSON: an escaped character takes six for one byte.

extension ReportedKey {
    fileprivate var estimatedBytes: Int {
        120 + [name, value, problem, pending].reduce(0) { $0 + ($1?.utf8.count ?? 0) } * 6
    }
}

extension ReportedMismatch {
    fileprivate var estimatedBytes: Int { 60 + (key.utf8.count + declared.utf8.count + asked.utf8.count) * 6 }
}

extension ReportedExposure {
    fileprivate var estimatedBytes: Int {
        160 + (key.utf8.count + experiment.utf8.count + group.utf8.count + (unit?.utf8.count ?? 0)) * 6
    }
}

extension ReportedMetric {
    fileprivate var estimatedBytes: Int {
        160 + LinkLimits.propertiesBytes * (properties.isEmpty ? 0 : 1)
            + (name.utf8.count + (unit?.utf8.count ?? 0)) * 6
    }
}
