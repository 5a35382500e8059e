import ExperimentsCore
import Foundation

extension AppReport {
    /// Reads a report.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Throws: `LinkProblem` with the path of the first mistake.
    package init(parsing bytes: [UInt8]) throws(LinkProblem) {
        if bytes.count <= LinkLimits.reportBytes, let (keys, rest) = ReportedKeysScanner.split(bytes),
            let report = try? AppReport(document: rest)
        {
            self = report
            self.keys = keys
        } else {
            // Also if something is wrong: then the first mistake is reported, with its place in the document.
            try self.init(document: bytes)
        }
    }

    private init(document bytes: [UInt8]) throws(LinkProblem) {
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
        // A revision in a form that only newer versions know is treated like none.
        revision = document.text("revision", of: root, limit: LinkLimits.identityBytes).flatMap(LinkRevision.init)
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
        metrics = document.elements("metrics", of: root, limit: LinkLimits.metrics) { ReportedMetric($1, &$0) }
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

extension ReportedSource {
    fileprivate init(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        self.init(
            fetchedAt: document.time("fetchedAt", of: record),
            version: document.text("version", of: record, limit: LinkLimits.nameBytes))
    }

    fileprivate var json: JSONValue {
        .object(
            JSONObject(present: ["fetchedAt": fetchedAt.map(JSONValue.time), "version": version.map(JSONValue.string)]))
    }
}
