import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// What is known about a source beside its current values, so that the reason for a difference is known, not guessed.
package struct KnownSource: Sendable {
    /// The values over time; nil if only the current ones are known.
    package var timeline: Timeline?
    /// The keys of which the source gives users different values by its conditions; nil if that is not known.
    package var conditionalKeys: Set<String>?

    package init(timeline: Timeline? = nil, conditionalKeys: Set<String>? = nil) {
        self.timeline = timeline
        self.conditionalKeys = conditionalKeys
    }

    /// Creates what a keeper knows about its conditions, without a request.
    package init(_ keeper: any RemoteConfigKeeper, timeline: Timeline? = nil) {
        self.init(timeline: timeline, conditionalKeys: Self.conditionalKeys(of: keeper))
    }

    /// Returns the keys of which a keeper gives users different values; nil if only its server knows.
    package static func conditionalKeys(of keeper: any RemoteConfigKeeper) -> Set<String>? {
        guard let keeper = keeper as? any PersonaKeeper, let decided = keeper.decided(for: keeper.persona)
        else {
            return nil
        }
        var names: Set<String> = []
        for (name, decision) in decided.decisions {
            switch decision {
            case .condition, .percentage, .otherwise, .unassigned: names.insert(name)
            case .everybody, .elsewhere(.static, _): break
            case .elsewhere: return nil
            }
        }
        return names
    }
}

/// The last fetch of an app, compared with the values here. Where both versions are known, they decide which is older;
/// times are compared only where they are not.
struct AppFetch {
    private enum Age {
        /// The app has the content that is known here.
        case same
        case older
        case newer
        /// The app has other content, and which is newer is not known.
        case unknown
    }

    private let age: Age
    private let source: KnownSource
    /// The names of the keys that experiments of the source decide.
    private let decided: Set<String>
    /// The places in the timeline of the content that the app may have; nil if it is not stored.
    private let places: ClosedRange<Int>?

    init(of app: ConnectedApp, comparedWith report: Report, _ source: KnownSource) {
        self.source = source
        decided = Set(report.snapshot.experiments.flatMap(\.keys))
        age = Self.age(of: app, comparedWith: report)
        places = age == .older ? source.timeline.flatMap { Self.places(of: app, in: $0) } : nil
    }

    private static func age(of app: ConnectedApp, comparedWith report: Report) -> Age {
        let fetchedHere = report.fetchedAt ?? report.snapshot.fetchedAt
        if let version = app.sourceVersion, let versionHere = report.snapshot.version {
            if version == versionHere { return .same }
            if let number = Int64(version), let numberHere = Int64(versionHere) {
                return number < numberHere ? .older : .newer
            }
            guard let fetched = app.fetchedAt, let fetchedHere else { return .unknown }
            return fetched < fetchedHere ? .older : .newer
        }
        guard let fetched = app.fetchedAt, let fetchedHere else { return .unknown }
        // A later fetch by the app does not show that the source has changed.
        return fetched < fetchedHere ? .older : .unknown
    }

    /// The difference between clocks that is possible although an app's clock is trusted, in seconds.
    private static let clockTolerance: TimeInterval = 30

    private static func places(of app: ConnectedApp, in timeline: Timeline) -> ClosedRange<Int>? {
        let generations = timeline.generations
        if let version = app.sourceVersion, generations.contains(where: { $0.version != nil }) {
            return generations.lastIndex { $0.has(version: version) }.map { $0...$0 }
        }
        guard let fetched = app.fetchedAt else { return nil }
        guard let last = generations.lastIndex(where: { $0.since <= fetched + clockTolerance }) else {
            return nil
        }
        let first = generations.lastIndex { $0.since <= fetched - clockTolerance }
        // The first known content may have been there earlier, too, but that is not known.
        if first == nil, fetched < generations[0].since { return nil }
        return (first ?? 0)...last
    }

    /// Returns why the app has another value of a key from the source.
    ///
    /// - Parameter isHeld: returns whether an entry of the source leads to the app's value.
    /// - Returns: nil if the reason is neither another fetch nor another user.
    func reason(of name: String, isHeld: (Snapshot.Entry?) -> Bool) -> AppComparison.Reason? {
        let byUser: AppComparison.Reason? =
            source.conditionalKeys?.contains(name) == true
            ? .otherUser : decided.contains(name) ? .otherGroup : nil
        switch age {
        case .same, .unknown: return byUser
        case .newer: return byUser == nil ? .newer : byUser
        case .older:
            guard let timeline = source.timeline, let places else {
                // Without the source's values at that time, an older fetch is a sufficient reason only if no other
                // reason is possible.
                return byUser == nil ? .older : .olderOrOtherUser
            }
            let now = timeline.newest.entries[name]
            let then = places.map { timeline.entry(name, at: $0) }
            if then.contains(where: { $0 != now && isHeld($0) }) { return .older }
            // The source has had the same value since, so age is not the reason.
            guard then.contains(where: { $0 != now }) else { return byUser }
            return byUser == nil ? .older : .olderOrOtherUser
        }
    }
}

/// A key of an app, compared with its value here.
struct AppDifference {
    let row: ReportRow
    /// The text of the override that is active for the app; nil if there is none.
    let override: String?
    /// The value that the app should have; nil for a default that is not known.
    let here: String?
    let fetch: AppFetch

    /// Returns why the value in the app differs; nil if it is the same.
    func reason(for there: ReportedKey) -> AppComparison.Reason? {
        if let next = there.next {
            // Only the beginning of a long pending text is reported.
            func cut(_ text: String) -> String { text.prefix(bytes: LinkLimits.valueBytes) }
            let pending = AppDifference(
                row: row, override: override.map(cut), here: here.map(cut), fetch: fetch)
            return pending.reason(for: next) ?? .pending
        }
        if let override {
            if there.status == .override, there.holds(override) { return nil }
            // An override that is broken on purpose is correct if the app finds it broken.
            if there.status == .incorrect, row.key.refuses(override) { return nil }
            return there.status == .incorrect ? .incorrect(there.problem ?? "") : .overrideMissing
        }
        if there.status == .override { return .overrideLeft }
        if there.usesDefault, row.usesDefaultWithoutOverride {
            // A default that is unknown on one side is not a difference.
            guard let here, there.value != nil, !there.holds(here) else { return nil }
            return .otherDefault
        }
        // The value may be the same although the app has it from elsewhere.
        let isAlike = here.map(there.holds) ?? false
        switch there.status {
        case .unknown: return isAlike ? nil : .neverFetched
        case .incorrect: return .incorrect(there.problem ?? "")
        case .missing: return fetch.reason(of: row.name) { $0 == nil } ?? .missing
        case .default:
            return fetch.reason(of: row.name) { $0.map { $0.text == nil } ?? false } ?? .otherDefault
        case .ok, .undeclared, .override:
            if isAlike { return nil }
            let kind = row.key.schema.kind
            return fetch.reason(of: row.name) { $0?.text(as: kind).map(there.holds) ?? false } ?? .otherValue
        }
    }
}

extension CatalogKey {
    fileprivate func refuses(_ text: String) -> Bool {
        do throws(IncorrectValue) {
            try check(text)
            return false
        } catch {
            return true
        }
    }
}

extension ReportRow {
    /// Whether the app would get its default if there were no override.
    var usesDefaultWithoutOverride: Bool {
        guard overrideText != nil else { return usesDefault }
        guard let text = remoteText else { return true }
        return key.refuses(text)
    }
}
