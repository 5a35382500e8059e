import ExperimentsCore
import Foundation

/// A request for the timeline of a key, with everything that is known without reading files.
public struct KeyTimelineRequest: Sendable {
    /// The key's name.
    package let name: String
    /// The declared key; nil if it is not declared.
    package let key: CatalogKey?
    /// The present override.
    package let override: Override?
    /// The name of the source, if there are several.
    package let source: String?
    /// The values of the source since the program was started, oldest first.
    package let recent: [KeptValue]

    package init(
        _ name: String, _ key: CatalogKey?, override: Override?, source: String? = nil,
        recent: [KeptValue] = []
    ) {
        self.name = name
        self.key = key
        self.override = override
        self.recent = recent
        self.source = source
    }

    /// Reads the history of the source's values and the journal of overrides.
    ///
    /// - Parameters:
    ///   - values: the history of the source's values; nil for none.
    ///   - journal: the journal of overrides; nil for none.
    /// - Returns: the timeline as far as it can be read, and the reason why it is not complete.
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
        let values = kept.followed(by: recent, at: now)
        let timeline = KeyTimeline(name, key, values: values, steps: steps, current: override, at: now)
        return (timeline, problem)
    }
}

extension [KeptValue] {
    /// Returns these values and those that another list of the same source knows after them.
    ///
    /// - Parameters:
    ///   - recent: the other list, which may begin before these values end.
    ///   - now: the time. A stored time after it is that of a clock that was ahead.
    package func followed(by recent: [KeptValue], at now: Date) -> [KeptValue] {
        guard let last else { return recent }
        guard last.moment.at > now else { return self + recent.filter { $0.moment.at > last.moment.at } }
        let shared = recent.lastIndex { $0.text == last.text }
        return self + recent[(shared.map { $0 + 1 } ?? 0)...]
    }
}

extension Timeline {
    /// Returns the values of a name in the history, oldest first.
    package func keptValues(of name: String) -> [KeptValue] {
        // Before the first fetch the values are not known, which does not mean that there are none.
        newest.fetchedAt == nil
            ? []
            : values(of: name).reversed().enumerated().map { place, value in
                KeptValue(
                    moment: ValueMoment(
                        at: value.generation.since, unchangedUntil: nil, version: value.generation.version,
                        notes: [],
                        program: nil),
                    text: value.entry.map { KeptText($0.text, limit: .max) }, isFirst: place == 0)
            }
    }
}

extension LocalTime {
    /// Returns a moment in the past from an operator's text: `2h` for two hours ago, `18:00`, `2026-05-12`, `2026-05-12
    /// 18:00`, a time in RFC 3339, or `now`.
    ///
    /// - Parameter text: a duration before `now`; a time of day, which means yesterday if it is later than now; a day,
    ///   which means its beginning; a day and a time of day; or a time in RFC 3339.
    /// - Throws: `MessageError` for any other text, and for a time in the future.
    package func pastMoment(_ text: String, now: Date) throws(MessageError) -> Date {
        guard let date = moment(text, now: now) else {
            throw MessageError(
                "\(Quotation.of(text)): not a time",
                advice:
                    "For example 2h (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\" or 2026-05-12T18:00:00Z.")
        }
        guard date <= now else {
            throw MessageError(
                "\(Quotation.of(text)): in the future", advice: "It is \(RFC3339.text(of: now)) now.")
        }
        return date
    }

    private func moment(_ text: String, now: Date) -> Date? {
        if text == "now" { return now }
        if let duration = DurationText.duration(from: text) { return now - duration.inSeconds }
        if let date = RFC3339.date(from: text) { return date }
        if let (hour, minute) = LocalTime.timeOfDay(text) {
            return next(hour: hour, minute: minute, after: now - 86400)
        }
        return date(of: text)
    }
}
