/// A change of the apps, for people and scripts.
package struct AppNews: Sendable, Hashable {
    /// The kind of change.
    package enum Kind: Sendable, Hashable {
        /// The app follows the overrides from now on.
        case connected
        /// The app no longer follows the overrides.
        case gone
        /// The number of overridden, missing or incorrect keys in the app has changed.
        case counts
        /// An exposure, event or note of the app.
        case did(ReportedAppEvent)

        /// The kind in one word: `connected`, `gone`, `counts`, or the kind of the event.
        package var word: String {
            switch self {
            case .connected: "connected"
            case .gone: "gone"
            case .counts: "counts"
            case .did(let doing): doing.kind.rawValue
            }
        }
    }

    package let kind: Kind
    /// The app in its present state.
    package let app: ConnectedApp

    /// The news without the app's name.
    package var words: String {
        switch kind {
        case .connected: "connected"
        case .gone: "gone"
        case .counts: app.counts.words
        case .did(let doing): doing.words
        }
    }

    /// Returns the news since an earlier state of the apps, app by app.
    package static func news(from before: [AppID: ConnectedApp], to after: [AppID: ConnectedApp]) -> [AppNews]
    {
        // An app that is no longer known has disconnected, too.
        let forgotten = before.values.filter { $0.isConnected && after[$0.id] == nil }.map(\.disconnected)
        return (after.values + forgotten).sorted { $0.id < $1.id }.flatMap { app in
            let old = before[app.id]
            var kinds: [Kind] = []
            if app.isConnected, old?.isConnected != true { kinds.append(.connected) }
            if app.counts != (old?.counts ?? AppCounts()) { kinds.append(.counts) }
            kinds += newDoings(of: app, since: old).map(Kind.did)
            if !app.isConnected, old?.isConnected == true { kinds.append(.gone) }
            return kinds.map { AppNews(kind: $0, app: app) }
        }
    }

    /// Returns the new actions of an app. Only its last actions are stored, so the end of the old ones is found by
    /// comparing them.
    private static func newDoings(of app: ConnectedApp, since old: ConnectedApp?) -> [ReportedAppEvent] {
        guard let old, !old.doings.isEmpty else { return app.doings }
        for count in stride(from: min(old.doings.count, app.doings.count), through: 1, by: -1)
        where app.doings.prefix(count).elementsEqual(old.doings.suffix(count)) {
            return Array(app.doings.dropFirst(count))
        }
        return app.doings
    }
}

extension AppCounts {
    /// `12 keys, 2 overrides, 1 missing`. Zeros are left out, except for the keys.
    package var words: String {
        var parts = [CountText.count(keys, "key")]
        if overrides > 0 { parts.append(CountText.count(overrides, "override")) }
        if missing > 0 { parts.append("\(missing) missing") }
        if incorrect > 0 { parts.append("\(incorrect) incorrect") }
        return parts.joined(separator: ", ")
    }
}
