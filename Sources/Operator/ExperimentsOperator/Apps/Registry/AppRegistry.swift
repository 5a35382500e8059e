import ExperimentsLinkProtocol
import Foundation

/// The present and former linked apps, with everything that a server learns about them, in limited memory.
///
/// It is a value that gets the events with the server's time. If there are too many apps, the values of the apps with
/// the oldest contact are removed first, and then such apps as a whole, unconnected ones before connected ones.
package struct AppRegistry: Sendable {
    /// The limits of a registry.
    package struct Limits: Sendable, Hashable {
        /// The largest number of installations.
        package var apps: Int
        /// The largest amount of memory in bytes, approximately.
        package var bytes: Int
        /// The largest number of keys of one app.
        package var keys: Int
        /// The largest number of events of one app.
        package var doings: Int

        package init(apps: Int = 10_000, bytes: Int = 32 << 20, keys: Int = 20_000, doings: Int = 50) {
            self.apps = apps
            self.bytes = bytes
            self.keys = keys
            self.doings = doings
        }
    }

    /// The limits.
    package let limits: Limits
    /// The known apps, by installation.
    package private(set) var apps: [AppID: ConnectedApp] = [:]
    /// The number of apps that were forgotten because there were too many.
    package private(set) var forgottenCount = 0
    /// The number of changes so far.
    package private(set) var revision = 0
    private var heard = RecencyQueue<AppID>()
    /// The apps whose values are stored.
    private var valued = RecencyQueue<AppID>()
    private var ownBytes = 0
    private var pool = AppValuePool()

    /// Creates a registry without apps.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The memory that everything takes in bytes, approximately.
    package var bytes: Int { ownBytes + pool.bytes }

    /// The number of apps that follow the overrides now.
    package var connectedCount: Int { apps.values.reduce(0) { $0 + ($1.isConnected ? 1 : 0) } }

    /// Notes that an app opened a stream of overrides.
    package mutating func connect(_ id: AppID, at now: Date) {
        // Its reports contain everything else.
        let identity = apps[id]?.identity ?? AppIdentity(app: id.app, installation: id.installation)
        change(identity, at: now) { app, limits in
            app.streams += 1
            if app.streams > 1 {
                app.note("\(app.streams) devices use the ID of this installation", at: now, limits)
            }
        }
    }

    /// Notes that an app's stream ended. Ignored for an app that is not known or has no stream.
    package mutating func disconnect(_ id: AppID, at now: Date) {
        guard var app = apps[id], app.streams > 0 else { return }
        app.streams -= 1
        app.lastSeen = max(app.lastSeen, now)
        keep(app)
        revision += 1
    }

    /// Handles the report of an app.
    ///
    /// - Returns: the answer for the app.
    @discardableResult
    package mutating func take(_ report: AppReport, at now: Date) -> ReportReceipt {
        let id = AppID(report.identity)
        let known = apps[id]
        // The answer to one that was taken already was lost.
        if let known, known.run == report.run, known.sequence == report.sequence {
            change(report.identity, at: now) { _, _ in }
            return ReportReceipt(wantsWhole: known.values == nil)
        }
        let isNewRun = known?.run != report.run
        // A difference from something unknown is not worth a message.
        let before = isNewRun ? nil : known?.values
        let wantsWhole = !report.isWhole && before == nil
        var values: AppValues?
        if !wantsWhole {
            let told = (before ?? AppValues()).following(report, limit: limits.keys)
            values = pool.shared(told, by: AppBuild(report.identity))
        }
        change(report.identity, at: now) { app, limits in app.take(report, at: now, limits) }
        set(values, of: id)
        return ReportReceipt(wantsWhole: wantsWhole || apps[id]?.values == nil)
    }

    /// Restores apps that were known before. They are not connected until they connect again.
    package mutating func restore(_ kept: [ConnectedApp]) {
        for var app in kept.sorted(by: { $0.lastSeen < $1.lastSeen }) where apps[app.id] == nil {
            let values = app.values
            app.streams = 0
            app.values = nil
            // Its next report contains its values again.
            app.run = ""
            keep(app)
            heard.touch(app.id)
            set(values, of: app.id)
        }
        revision += 1
    }

    private mutating func change(
        _ identity: AppIdentity, at now: Date, _ change: (inout ConnectedApp, Limits) -> Void
    ) {
        var app = apps[AppID(identity)] ?? ConnectedApp(identity, at: now)
        if app.identity != identity {
            if app.reportedAt != nil, AppBuild(app.identity) != AppBuild(identity) {
                let words = [app.identity, identity].map { $0.versionWords ?? "an unknown version" }
                app.note(words.joined(separator: " became "), at: now, limits)
            }
            app.identity = identity
        }
        app.lastSeen = max(app.lastSeen, now)
        change(&app, limits)
        keep(app)
        heard.touch(app.id)
        makeRoom(for: app.id)
        revision += 1
    }

    private mutating func keep(_ app: ConnectedApp) {
        ownBytes += app.cost - (apps[app.id]?.cost ?? 0)
        apps[app.id] = app
    }

    private mutating func set(_ values: AppValues?, of id: AppID) {
        guard apps[id] != nil else { return }
        if let values { pool.retain(values) }
        if let old = apps[id]?.values { pool.release(old) }
        apps[id]?.values = values
        if let values {
            apps[id]?.counts = values.counts
            valued.touch(id)
        } else {
            valued.remove(id)
        }
        makeRoom(for: id)
    }

    /// Removes the apps with the oldest reports until everything is within the limits.
    private mutating func makeRoom(for latest: AppID) {
        while bytes > limits.bytes, let id = valued.popOldest() {
            if let values = apps[id]?.values { pool.release(values) }
            apps[id]?.values = nil
        }
        while apps.count > limits.apps || bytes > limits.bytes, apps.count > 1 {
            guard let id = oldest(besides: latest) else { return }
            forget(id)
        }
    }

    /// Returns the app to forget first: the one idle for longest, otherwise the connected one silent for longest.
    private mutating func oldest(besides latest: AppID) -> AppID? {
        var passed: [AppID] = []
        defer { for id in passed { heard.touch(id) } }
        for _ in 0..<heard.count {
            guard let id = heard.popOldest() else { break }
            if id != latest, apps[id]?.isConnected == false { return id }
            passed.append(id)
        }
        guard let index = passed.firstIndex(where: { $0 != latest }) else { return nil }
        return passed.remove(at: index)
    }

    private mutating func forget(_ id: AppID) {
        guard let app = apps.removeValue(forKey: id) else { return }
        ownBytes -= app.cost
        if let values = app.values { pool.release(values) }
        valued.remove(id)
        heard.remove(id)
        forgottenCount += 1
    }
}

/// A build of an app. Its installations mostly have the same values.
struct AppBuild: Sendable, Hashable {
    let app: String
    let version: String?
    let build: String?

    init(_ identity: AppIdentity) {
        app = identity.app
        version = identity.version
        build = identity.build
    }
}

/// The values of apps, stored once for all apps with the same values.
struct AppValuePool: Sendable {
    private var holders: [ObjectIdentifier: Int] = [:]
    /// The last reported values of an installation of each build.
    private var latest: [AppBuild: AppValues] = [:]
    private static let latestLimit = 64
    /// The size of the values in bytes, each counted once.
    private(set) var bytes = 0

    /// Returns the values, or equal values of another installation, so that they are shared.
    mutating func shared(_ values: AppValues, by build: AppBuild) -> AppValues {
        // Values that no installation uses are not stored for later ones.
        if let other = latest[build], holders[ObjectIdentifier(other)] != nil, other == values {
            return other
        }
        if latest.count >= Self.latestLimit, latest[build] == nil { latest.removeAll() }
        latest[build] = values
        return values
    }

    mutating func retain(_ values: AppValues) {
        if holders[ObjectIdentifier(values)] == nil { bytes += values.cost }
        holders[ObjectIdentifier(values), default: 0] += 1
    }

    mutating func release(_ values: AppValues) {
        let id = ObjectIdentifier(values)
        guard let count = holders[id] else { return }
        holders[id] = count > 1 ? count - 1 : nil
        guard count == 1 else { return }
        bytes -= values.cost
        latest = latest.filter { $0.value !== values }
    }
}

/// Elements in the order in which they were last used.
///
/// Each use appends an element. An earlier entry of the same element is skipped when it reaches the front. So each use
/// takes the same short time, regardless of the number of elements.
struct RecencyQueue<Element: Hashable & Sendable>: Sendable {
    private var latest: [Element: Int] = [:]
    private var entries: [(element: Element, touch: Int)] = []
    private var head = 0
    private var touches = 0

    var count: Int { latest.count }

    /// Moves the element to the end.
    mutating func touch(_ element: Element) {
        touches += 1
        latest[element] = touches
        entries.append((element, touches))
        if entries.count > 64, entries.count > 4 * latest.count { compact() }
    }

    mutating func remove(_ element: Element) { latest[element] = nil }

    /// Removes the element that was not used for longest.
    mutating func popOldest() -> Element? {
        while head < entries.count {
            let entry = entries[head]
            head += 1
            guard latest[entry.element] == entry.touch else { continue }
            latest[entry.element] = nil
            return entry.element
        }
        return nil
    }

    private mutating func compact() {
        let latest = latest
        entries = entries[head...].filter { latest[$0.element] == $0.touch }
        head = 0
    }
}
