import ExperimentsCore
import Foundation

/// The effect of a change to overrides on the values of keys: `trial_days: 7 -> 5, until tomorrow 09:00`.
package struct OverrideEcho {
    /// The values of the source, as far as they are known.
    private let source: ExactDictionary<String>
    /// The values that apps get without the changed overrides: those of overrides with lower priority, otherwise of the
    /// source.
    private let base: ExactDictionary<String>
    /// The declared keys, by name.
    private let keys: ExactDictionary<CatalogKey>
    private let now: Date
    private let localTime: LocalTime

    /// - Parameters:
    ///   - base: the values without the changed overrides; nil if there are no others below them.
    ///   - keys: the declared keys, which know whether two texts are the same value.
    package init(
        source: ExactDictionary<String>, base: ExactDictionary<String>? = nil, keys: [CatalogKey] = [],
        at now: Date, in localTime: LocalTime
    ) {
        self.source = source
        var named = ExactDictionary<CatalogKey>()
        for key in keys { named[key.name] = key }
        self.keys = named
        self.base = base ?? source
        self.now = now
        self.localTime = localTime
    }

    /// Returns the line about one key.
    ///
    /// - Parameter name: the name of the key, with the scope if it is not for everyone.
    package func line(_ name: String, of key: String, from old: Override?, to new: Override?) -> String {
        let before = value(of: key, old)
        let after = value(of: key, new)
        let values: String =
            switch (before, after) {
            case (let before?, let after?) where !before.isExactly(after):
                "\(Self.shown(before)) -> \(Self.shown(after))"
                    + (isSame(key, before, after) ? " (the same value)" : "")
            case (let before?, nil): "\(Self.shown(before)) -> value of the source"
            case (_, let after?): Self.shown(after)
            case (nil, nil): "value of the source"
            }
        return ([name + ": " + values] + remarks(from: old, to: new)).joined(separator: ", ")
    }

    private func value(of key: String, _ override: Override?) -> String? {
        guard let override else { return base[key] }
        // An override that is off also covers those with lower priority.
        return override.isActive(at: now) ? override.value : source[key]
    }

    /// Returns whether an app that reads the key gets the same value from two texts, such as `true` and `yes`.
    private func isSame(_ key: String, _ before: String, _ after: String) -> Bool {
        keys[key].map { $0.schema.areSame(before, after) } ?? false
    }

    /// Returns a value in quotes, unless it is a single word.
    private static func shown(_ value: String) -> String {
        let isWord =
            !value.isEmpty && value.utf8.count <= 60 && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isWord ? value : Quotation.of(value)
    }

    private func remarks(from old: Override?, to new: Override?) -> [String] {
        guard let new else { return ["override removed"] }
        var remarks: [String] = []
        if old?.isEnabled ?? true != new.isEnabled {
            remarks.append("override \(new.isEnabled ? "on" : "off")")
        }
        if new.until != old?.until || new.expiresAt != old?.expiresAt {
            if let end = new.until?.words ?? new.expiresAt.map(words) {
                remarks.append("until \(end)")
            } else if old?.until != nil || old?.expiresAt != nil {
                remarks.append("no end")
            }
        }
        if let old, old.note != new.note {
            remarks.append(new.note.map { "note \(Quotation.of($0))" } ?? "no note")
        }
        return remarks
    }

    /// Returns a time such as `18:00`, `tomorrow 09:00` or `2026-03-01 09:00`.
    private func words(_ date: Date) -> String {
        let (time, today) = (localTime.civil(date), localTime.civil(now))
        let tomorrow = localTime.civil(now + 86_400)
        let clock = String(format: "%02d:%02d", time.hour, time.minute)
        if (time.year, time.month, time.day) == (today.year, today.month, today.day) { return clock }
        if (time.year, time.month, time.day) == (tomorrow.year, tomorrow.month, tomorrow.day) {
            return "tomorrow \(clock)"
        }
        return String(format: "%04d-%02d-%02d ", time.year, time.month, time.day) + clock
    }
}
