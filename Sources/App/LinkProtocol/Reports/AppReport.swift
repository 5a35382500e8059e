import ExperimentsCore
import Foundation

/// What a linked app tells its server: who it is, and the values, exposures and metric events as *it* sees them.
package struct AppReport: Sendable, Hashable {
    /// Who it is.
    package var identity: AppIdentity
    /// The number of the report in its run, from 1. A second one with the same number is the same, sent
    /// again because its answer was lost.
    package var sequence: Int
    /// A name for the run that numbers count in: new at each start of the app, and where it is linked anew.
    package var run: String
    /// When it was sent, by the app's clock.
    package var sentAt: Date
    /// The state of the overrides that is in force in the app; nil for none.
    package var revision: LinkRevision?
    /// What the app's own source holds.
    package var source: ReportedSource?
    /// How long the exchange of the report before took, in seconds; nil for the first.
    package var roundTrip: Double?
    /// Whether `keys` begins the list anew: keys that were told before and are not in it are gone. If not, they are
    /// those that are new or other than told before.
    package var isWhole: Bool
    /// The keys.
    package var keys: [ReportedKey]
    /// The names of the keys that were told before, and that the app no longer has.
    package var removedKeys: [String]
    /// Keys that the app read as another type than their own.
    package var mismatches: [ReportedMismatch]
    /// Values that put the user in a group of an experiment.
    package var exposures: [ReportedExposure]
    /// Things that users did.
    package var metrics: [ReportedMetric]
    /// How many exposures and metric events were lost since the report before, because there were too many while the
    /// server was away.
    package var droppedEvents: Int

    package init(
        identity: AppIdentity, run: String, sequence: Int, sentAt: Date, revision: LinkRevision? = nil,
        source: ReportedSource? = nil, roundTrip: Double? = nil, isWhole: Bool = false, keys: [ReportedKey] = [],
        removedKeys: [String] = [], mismatches: [ReportedMismatch] = [], exposures: [ReportedExposure] = [],
        metrics: [ReportedMetric] = [], droppedEvents: Int = 0
    ) {
        (self.identity, self.run, self.sequence, self.sentAt) = (identity, run, sequence, sentAt)
        (self.revision, self.source, self.roundTrip, self.isWhole) = (revision, source, roundTrip, isWhole)
        (self.keys, self.removedKeys, self.mismatches) = (keys, removedKeys, mismatches)
        (self.exposures, self.metrics, self.droppedEvents) = (exposures, metrics, droppedEvents)
    }
}

/// What an app's own source holds.
package struct ReportedSource: Sendable, Hashable {
    /// When the values were fetched, by the app's clock; nil for never.
    package var fetchedAt: Date?
    /// The version that the source gave them.
    package var version: String?

    package init(fetchedAt: Date?, version: String? = nil) {
        self.fetchedAt = fetchedAt
        self.version = version?.prefix(bytes: LinkLimits.nameBytes)
    }
}

/// What a server answers to a report: `{"version": 1, "wantsWhole": true}`.
package struct ReportReceipt: Sendable, Hashable {
    /// Whether the next report is to tell all keys: the server does not know, or no longer knows, what was told before.
    package var wantsWhole: Bool

    package init(wantsWhole: Bool = false) {
        self.wantsWhole = wantsWhole
    }

    /// Reads a receipt.
    package init(parsing bytes: [UInt8]) throws(LinkProblem) {
        self = try LinkDocument.read(bytes, limit: LinkLimits.reportBytes) { document, root in
            ReportReceipt(wantsWhole: document.decoder.truth("wantsWhole", of: root) ?? false)
        }
    }

    /// The receipt as JSON on one line, in UTF-8.
    package var bytes: [UInt8] {
        let members = JSONObject(present: [
            "version": .number(String(LinkAPI.version)), "wantsWhole": .bool(wantsWhole),
        ])
        return JSONValue.object(members).compactBytes
    }
}
