import ExperimentsCore
import Foundation

/// The report of a linked app to its server: its identity, and the values, exposures and metric events as the app sees
/// them.
package struct AppReport: Sendable, Hashable {
    /// The identity of the app.
    package var identity: AppIdentity
    /// The number of the report in its run, from 1. Two reports with the same number are the same report, sent again
    /// because the response was lost.
    package var sequence: Int
    /// The run in which reports are numbered. It is new at each launch of the app, and when the app is linked again.
    package var run: String
    /// The time at which it was sent, by the app's clock.
    package var sentAt: Date
    /// The revision of the overrides that the app uses; nil for none.
    package var revision: LinkRevision?
    /// The state of the app's own source.
    package var source: ReportedSource?
    /// The duration of the previous report's exchange, in seconds; nil for the first report.
    package var roundTrip: Double?
    /// Whether `keys` replaces the list, so that keys that were reported before and are not in it are removed.
    /// Otherwise, `keys` has only those that are new or have changed.
    package var isWhole: Bool
    /// The keys.
    package var keys: [ReportedKey]
    /// The names of keys that were reported before and that the app no longer has.
    package var removedKeys: [String]
    /// Keys that the app read as another type than the declared one.
    package var mismatches: [ReportedMismatch]
    /// Values that put the user in a group of an experiment.
    package var exposures: [ReportedExposure]
    /// Actions of users.
    package var metrics: [ReportedMetric]
    /// The number of exposures and metric events that were lost since the previous report, because there were too many
    /// while the server was away.
    package var droppedEvents: Int

    package init(
        identity: AppIdentity, run: String, sequence: Int, sentAt: Date, revision: LinkRevision? = nil,
        source: ReportedSource? = nil, roundTrip: Double? = nil, isWhole: Bool = false,
        keys: [ReportedKey] = [],
        removedKeys: [String] = [], mismatches: [ReportedMismatch] = [], exposures: [ReportedExposure] = [],
        metrics: [ReportedMetric] = [], droppedEvents: Int = 0
    ) {
        self.identity = identity
        self.run = run
        self.sequence = sequence
        self.sentAt = sentAt
        self.revision = revision
        self.source = source
        self.roundTrip = roundTrip
        self.isWhole = isWhole
        self.keys = keys
        self.removedKeys = removedKeys
        self.mismatches = mismatches
        self.exposures = exposures
        self.metrics = metrics
        self.droppedEvents = droppedEvents
    }
}

extension AppReport {
    /// Reads a report.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Throws: `LinkProblem` with the path of the first mistake.
    package init(parsing bytes: [UInt8]) throws(LinkProblem) {
        self = try LinkDocument.read(bytes, limit: LinkLimits.reportBytes) { document, root in
            AppReport(root, &document)
        }
    }

    private init?(_ root: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let identity = document.member("identity", of: root) { AppIdentity($1, &$0) }
        let run = document.requiredText("run", of: root, limit: LinkLimits.identityBytes)
        let sequence = document.requiredCount("sequence", of: root)
        let sentAt = document.requiredTime("sentAt", of: root)
        guard let identity, let run, let sequence, let sentAt else { return nil }
        self.init(identity: identity, run: run, sequence: sequence, sentAt: sentAt)
        // A revision in a format that only newer versions know is treated as none.
        revision = document.text("revision", of: root, limit: LinkLimits.identityBytes).flatMap(
            LinkRevision.init)
        if root["source"] != nil {
            source = document.member("source", of: root) { ReportedSource($1, &$0) }
        }
        roundTrip = document.decoder.number("roundTrip", of: root).map { max($0, 0) }
        isWhole = document.decoder.truth("whole", of: root) ?? false
        keys = document.elements("keys", of: root, limit: LinkLimits.keys) { ReportedKey($1, &$0) }
        removedKeys = document.names("removedKeys", of: root, limit: LinkLimits.keys)
        mismatches = document.elements("mismatches", of: root, limit: LinkLimits.mismatches) {
            ReportedMismatch($1, &$0)
        }
        exposures = document.elements("exposures", of: root, limit: LinkLimits.exposures) {
            ReportedExposure($1, &$0)
        }
        metrics = document.elements("metrics", of: root, limit: LinkLimits.metrics) {
            ReportedMetric($1, &$0)
        }
        droppedEvents = document.count("droppedEvents", of: root) ?? 0
    }

    /// The report as JSON on one line, in UTF-8. It may be larger than a server accepts: see
    /// ``LinkLimits/reportBytes``.
    package var bytes: [UInt8] {
        func list<Element>(_ elements: [Element], _ json: (Element) -> JSONValue) -> JSONValue? {
            elements.isEmpty ? Optional.none : .array(elements.map(json))
        }
        let members = JSONObject(present: [
            "version": .number(String(LinkAPI.version)), "identity": identity.json, "run": .string(run),
            "sequence": .number(String(sequence)), "sentAt": .time(sentAt),
            "revision": revision.map { .string($0.description) }, "source": source?.json,
            "roundTrip": roundTrip.map { .number(NumberText.text(of: $0)) },
            "whole": isWhole ? .bool(true) : Optional.none,
            "keys": list(keys, \.json), "removedKeys": list(removedKeys, JSONValue.string),
            "mismatches": list(mismatches, \.json), "exposures": list(exposures, \.json),
            "metrics": list(metrics, \.json),
            "droppedEvents": droppedEvents > 0 ? .number(String(droppedEvents)) : Optional.none,
        ])
        return JSONValue.object(members).compactBytes
    }
}

/// The values of an app's own source.
package struct ReportedSource: Sendable, Hashable {
    /// The time at which the values were fetched, by the app's clock; nil if they were never fetched.
    package var fetchedAt: Date?
    /// The version that the source gives to its values.
    package var version: String?

    package init(fetchedAt: Date?, version: String? = nil) {
        self.fetchedAt = fetchedAt
        self.version = version?.prefix(bytes: LinkLimits.nameBytes)
    }
}

extension ReportedSource {
    fileprivate init(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        self.init(
            fetchedAt: document.time("fetchedAt", of: record),
            version: document.text("version", of: record, limit: LinkLimits.nameBytes))
    }

    fileprivate var json: JSONValue {
        .object(
            JSONObject(present: [
                "fetchedAt": fetchedAt.map(JSONValue.time), "version": version.map(JSONValue.string),
            ]))
    }
}

/// The server's answer to a report: `{"version": 1, "wantsWhole": true}`.
package struct ReportReceipt: Sendable, Hashable {
    /// Whether the next report must contain all keys, because the server does not know what was reported before.
    package var wantsWhole: Bool

    package init(wantsWhole: Bool = false) {
        self.wantsWhole = wantsWhole
    }

    /// Reads a receipt from JSON in UTF-8.
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
