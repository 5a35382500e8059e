import ExperimentsCore
import Foundation

extension DetailLines {
    mutating func describe(_ override: ExperimentsCore.Override, of name: String, _ row: ReportRow?) {
        lines.append([])
        let circumstances = state.report.circumstances(at: state.now)
        let hasEnded = override.hasEnded(for: name, in: circumstances)
        let isActive = override.isActive(for: name, in: circumstances)
        add("override", hasEnded ? "expired" : override.isEnabled ? "on" : "off", isActive ? .override : .dim)
        for warning in state.report.warnings(on: override, of: name, row: row, at: state.now) {
            add("warning", "\(warning.word): \(warning.explanation)", .warning)
        }
        describeLayers(of: name)
        if row?.overrideText == nil { addValue("its value", override.value, .value) }
        if let author = override.author { add("by", author) }
        if let date = override.setAt { add("set", TimeText.dateAndTime(date, in: state.localTime), .age) }
        if let note = override.note { add("note", note) }
        if let end = override.until { add("until", end.words, .age) }
        if let date = override.expiresAt {
            let wait = date <= state.now ? "" : " (in \(TimeText.wait(from: state.now, until: date)))"
            add("until", TimeText.dateAndTime(date, in: state.localTime) + wait, .age)
        }
    }

    /// Which layer the override is from, and what it covers.
    private mutating func describeLayers(of name: String) {
        let layers = state.overrideLayers
        guard layers.count > 1, let layer = layers.supplier(of: name) else { return }
        add("layer", layer.name)
        if layer == layers.last, let under = layers.covered(name) {
            addValue("covers", under.value + (under.isEnabled ? "" : " (off)"), .dim)
        }
    }
}
