import ExperimentsCore
import Foundation

extension DetailLines {
    mutating func describe(_ override: ExperimentsCore.Override, _ row: ReportRow?) {
        lines.append([])
        var words = override.isExpired(at: state.now) ? "expired" : override.isEnabled ? "on" : "off"
        if row?.remoteText == override.value { words += ", the same as the source's value" }
        add("override", words, override.isActive(at: state.now) ? .override : .dim)
        if row?.overrideText == nil { addValue("its value", override.value, .value) }
        if let author = override.author { add("by", author) }
        if let date = override.setAt { add("set", TimeText.dateAndTime(date, offset: state.utcOffset), .age) }
        if let note = override.note { add("note", note) }
        if let date = override.expiresAt {
            let wait = date <= state.now ? "" : " (in \(TimeText.age(from: state.now, to: date)))"
            add("until", TimeText.dateAndTime(date, offset: state.utcOffset) + wait, .age)
        }
    }
}
