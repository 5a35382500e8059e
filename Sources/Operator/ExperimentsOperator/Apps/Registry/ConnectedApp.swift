import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// A present or former linked app: its identity, its state, and its latest events.
///
/// All times are the server's, because the app's own clock may be years off.
package struct ConnectedApp: Sendable, Hashable, Identifiable {
    package let id: AppID
    /// The identity in its last report.
    package internal(set) var identity: AppIdentity
    /// The time of the first contact.
    package internal(set) var firstSeen: Date
    /// The time of the last contact.
    package internal(set) var lastSeen: Date
    /// The number of open streams of overrides. More than one means that two devices claim to be the same installation.
    package internal(set) var streams = 0
    /// The number of keys with each status, even if the keys themselves were removed from memory.
    package internal(set) var counts = AppCounts()
    /// The values; nil before the first report, or if they were removed because there are too many apps.
    package internal(set) var values: AppValues?
    /// The time of the last report; nil before the first.
    package internal(set) var reportedAt: Date?
    /// The revision of the overrides that are active in it.
    package internal(set) var revision: LinkRevision?
    /// The time of the app's last fetch, as far as its clock can be trusted; nil if there was none, or it is not known.
    package internal(set) var fetchedAt: Date?
    /// The version of the values from its source.
    package internal(set) var sourceVersion: String?
    /// The time for a message to the app and back, in seconds.
    package internal(set) var roundTrip: Double?
    /// The number of seconds that its clock is ahead of the server's; negative if it is behind.
    package internal(set) var clockSkew: TimeInterval = 0
    /// The latest events, the newest last.
    package internal(set) var doings: [ReportedAppEvent] = []
    /// The number of exposures and events that were lost because there were too many.
    package internal(set) var lostEvents = 0

    /// The start of the app that reports count from, and the number of the last one.
    var run = ""
    var sequence = 0

    init(_ identity: AppIdentity, at now: Date) {
        id = AppID(identity)
        self.identity = identity
        firstSeen = now
        lastSeen = now
    }

    /// Creates an app from the content of a file.
    package init(
        _ identity: AppIdentity, firstSeen: Date, lastSeen: Date, streams: Int = 0,
        counts: AppCounts = AppCounts(),
        values: AppValues? = nil
    ) {
        id = AppID(identity)
        self.identity = identity
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.streams = streams
        self.counts = values?.counts ?? counts
        self.values = values
    }

    /// Whether it follows the overrides now.
    package var isConnected: Bool { streams > 0 }

    /// The same app after it has disconnected.
    package var disconnected: ConnectedApp {
        var app = self
        app.streams = 0
        return app
    }

    /// The difference between clocks that is ignored, because a message takes time, too.
    private static let tolerableSkew: TimeInterval = 30

    /// Whether its clock is so wrong that its times are not reliable.
    package var hasWrongClock: Bool { abs(clockSkew) > Self.tolerableSkew }

    /// The approximate size in memory in bytes, without the values.
    var cost: Int {
        let texts = [
            identity.app, identity.installation, identity.version, identity.build, identity.system,
            identity.device,
            run, sourceVersion,
        ]
        // The app itself, its place in the registry, and its places in the queues of recent contacts.
        return 2 * MemoryLayout<ConnectedApp>.stride + texts.reduce(160) { $0 + ($1?.heapCost ?? 0) }
            + doings.reduce(0) { $0 + $1.cost }
    }
}

extension AppID {
    /// Creates the identity of an app from its report.
    package init(_ identity: AppIdentity) {
        self.init(app: identity.app, installation: identity.installation)
    }
}

extension ConnectedApp {
    /// Stores the app's identity and actions from a report. The registry stores its values.
    mutating func take(_ report: AppReport, at now: Date, _ limits: AppRegistry.Limits) {
        (run, sequence) = (report.run, report.sequence)
        (reportedAt, revision) = (now, report.revision)
        roundTrip = report.roundTrip ?? roundTrip
        let before = hasWrongClock
        clockSkew = report.sentAt.timeIntervalSince(now)
        if hasWrongClock, !before { note("its clock is \(skewWords)", at: now, limits) }
        if let source = report.source {
            sourceVersion = source.version
            // Convert it to the server's time with the difference between the clocks.
            fetchedAt = source.fetchedAt.map { min(now, $0 - (hasWrongClock ? clockSkew : 0)) }
        }
        var done = report.mismatches.map { mismatch in
            ReportedAppEvent(
                at: now, .mismatch, of: mismatch.key,
                "is \(mismatch.declared), but was read as \(mismatch.asked)")
        }
        done += report.exposures.map { exposure in
            let unit = exposure.unit.map { " for \($0)" } ?? ""
            return ReportedAppEvent(
                at: now, .exposure, of: exposure.key, "\(exposure.experiment), group \(exposure.group)\(unit)"
            )
        }
        done += report.metrics.map { metric in
            let words = [metric.value.map(NumberText.text(of:)), metric.unit].compactMap(\.self)
            return ReportedAppEvent(at: now, .event, of: metric.name, words.joined(separator: " by "))
        }
        add(done, limits)
        guard report.droppedEvents > 0 else { return }
        // Limit the number, regardless of what the app reports.
        lostEvents = min(lostEvents + min(report.droppedEvents, 1 << 40), 1 << 40)
        note("\(report.droppedEvents) exposures and events were lost before sending", at: now, limits)
    }

    /// Adds an event about the app itself.
    mutating func note(_ text: String, at now: Date, _ limits: AppRegistry.Limits) {
        add([ReportedAppEvent(at: now, .note, text)], limits)
    }

    private mutating func add(_ done: [ReportedAppEvent], _ limits: AppRegistry.Limits) {
        doings += done.suffix(limits.doings)
        if doings.count > limits.doings { doings.removeFirst(doings.count - limits.doings) }
    }
}

// The name of an app, and its problems.
extension ConnectedApp {
    /// The title: the app, its version and its device, for example `shop 4.2.0 on iPhone16,2`.
    package var title: String {
        let name = [identity.app, identity.version].compactMap(\.self).joined(separator: " ")
        return identity.device.map { "\(name) on \($0)" } ?? name
    }

    /// The version: `4.2.0 (1083)`.
    package var versionWords: String? { identity.versionWords }

    /// The error of its clock: `12m ahead`.
    package var skewWords: String {
        // Limit it to what calendars support.
        let seconds = Int64(min(abs(clockSkew), 1e11).rounded())
        return DurationText.text(of: .seconds(seconds)) + (clockSkew < 0 ? " behind" : " ahead")
    }

    /// The problems of the app, in words; empty if there are none.
    package var warnings: [String] {
        var words: [String] = []
        if streams > 1 {
            words.append("\(streams) devices use the ID of this installation; give each its own ID")
        }
        if hasWrongClock { words.append("its clock is \(skewWords); times are those of the server") }
        if lostEvents > 0 { words.append("\(lostEvents) of its exposures and events were lost") }
        if reportedAt != nil, values == nil {
            words.append("its values are no longer in memory; its next report will contain them")
        }
        return words
    }
}

extension AppIdentity {
    /// The version, as far as it is known: `4.2.0 (1083)`.
    package var versionWords: String? {
        switch (version, build) {
        case (let version?, let build?): "\(version) (\(build))"
        case (let version?, nil): version
        case (nil, let build?): "build \(build)"
        case (nil, nil): nil
        }
    }
}

/// An event that an app reported: an exposure, an event for a metric, or a read as another type.
package struct ReportedAppEvent: Sendable, Hashable {
    /// The kind of event.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user was exposed to a variant of an experiment.
        case exposure
        /// An event that a metric counts.
        case event
        /// A key was read as another type than the declared one.
        case mismatch
        /// A note of the server about the app.
        case note
    }

    /// The time of its arrival, by the server's clock.
    package let date: Date
    package let kind: Kind
    /// The subject: a key, or the name of an event; nil for a note.
    package let subject: String?
    /// The details, in words.
    package let text: String

    /// Creates an event.
    package init(at date: Date, _ kind: Kind, of subject: String? = nil, _ text: String) {
        self.date = date
        self.kind = kind
        self.subject = subject
        self.text = text
    }

    /// The event as one line, without the time.
    package var words: String {
        [subject, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: ": ")
    }

    /// The approximate size in memory in bytes.
    var cost: Int { MemoryLayout<ReportedAppEvent>.stride + (subject?.heapCost ?? 0) + text.heapCost }
}
