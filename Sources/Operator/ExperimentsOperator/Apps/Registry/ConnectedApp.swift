import ExperimentsCore
import Foundation
import LinkProtocol

/// An app that is linked, or was: who it is, how it stands, and what it did last.
///
/// All times are the server's: an app's own clock may be years off.
package struct ConnectedApp: Sendable, Hashable, Identifiable {
    package let id: AppID
    /// Who it is, as it said last.
    package internal(set) var identity: AppIdentity
    /// When it was first heard of.
    package internal(set) var firstSeen: Date
    /// When it was last heard of.
    package internal(set) var lastSeen: Date
    /// How many streams of overrides it has open. More than one mean that two devices say they are one.
    package internal(set) var streams = 0
    /// How many keys stand how, also where the keys themselves were let go of.
    package internal(set) var counts = AppCounts()
    /// What it holds; nil before its first report, and where that was let go of because there are too many apps.
    package internal(set) var values: AppValues?
    /// When its last report came; nil before the first.
    package internal(set) var reportedAt: Date?
    /// The state of the overrides that is in force in it.
    package internal(set) var revision: LinkRevision?
    /// When its values were fetched from its source, as far as its clock can be trusted; nil for never, or not known.
    package internal(set) var fetchedAt: Date?
    /// The version that its source gave its values.
    package internal(set) var sourceVersion: String?
    /// How long a message to it and back takes, in seconds.
    package internal(set) var roundTrip: Double?
    /// By how many seconds its clock is ahead of the server's; negative where it is behind.
    package internal(set) var clockSkew: TimeInterval = 0
    /// What it did last, the latest last.
    package internal(set) var doings: [AppDoing] = []
    /// How many exposures and events were lost because there were too many.
    package internal(set) var lostEvents = 0

    /// The start of the app that reports count from, and the number of the last one.
    var run = ""
    var sequence = 0

    init(_ identity: AppIdentity, at now: Date) {
        id = AppID(identity)
        self.identity = identity
        (firstSeen, lastSeen) = (now, now)
    }

    /// An app as it was kept in a file.
    package init(
        _ identity: AppIdentity, firstSeen: Date, lastSeen: Date, streams: Int = 0, counts: AppCounts = AppCounts(),
        values: AppValues? = nil
    ) {
        id = AppID(identity)
        self.identity = identity
        (self.firstSeen, self.lastSeen, self.streams) = (firstSeen, lastSeen, streams)
        (self.counts, self.values) = (values?.counts ?? counts, values)
    }

    /// Whether it follows the overrides now.
    package var isConnected: Bool { streams > 0 }

    /// The same app once it no longer follows them.
    package var disconnected: ConnectedApp {
        var app = self
        app.streams = 0
        return app
    }

    /// A difference of clocks below this says nothing: a message takes its time, too.
    private static let tolerableSkew: TimeInterval = 30

    /// Whether its clock is off by so much that its times mean little.
    package var hasWrongClock: Bool { abs(clockSkew) > Self.tolerableSkew }

    /// How many bytes it takes in memory, about, without its values.
    var cost: Int {
        let texts = [
            identity.app, identity.installation, identity.version, identity.build, identity.system, identity.device,
            run, sourceVersion,
        ]
        // What it is by itself, its place in the registry, and those in the lists of what was heard of when.
        return 2 * MemoryLayout<ConnectedApp>.stride + texts.reduce(160) { $0 + ($1?.heapCost ?? 0) }
            + doings.reduce(0) { $0 + $1.cost }
    }
}

extension AppID {
    /// The installation of an app that says who it is.
    package init(_ identity: AppIdentity) {
        self.init(app: identity.app, installation: identity.installation)
    }
}
