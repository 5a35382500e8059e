import ExperimentsCore

/// A report in one line: `demo, version 3: 12 keys, 9 ok, 1 missing, 1 incorrect, 1 override`.
struct ReportSummary {
    /// The line.
    let text: String

    init(_ report: Report, source: String) {
        let place = source + (report.snapshot.version.map { ", version \($0)" } ?? "")
        let counts = KeyStatus.allCases.filter { report.counts[$0] > 0 }.map { "\(report.counts[$0]) \($0.rawValue)" }
        let keys = report.declaredCount == 1 ? "1 key" : "\(report.declaredCount) keys"
        text = "\(place): " + ([keys] + counts).joined(separator: ", ")
    }
}
