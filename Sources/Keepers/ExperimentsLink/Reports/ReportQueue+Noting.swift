import LinkProtocol

/// Notes the events of an app.
extension ReportQueue {
    /// The keys are as these, and no others.
    mutating func note(keys: [ReportedKey], source: ReportedSource?) {
        // A key that is declared twice is reported as the service sees it: by its first declaration.
        self.keys = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.source = source
    }

    /// Notes the revision of the overrides that is in force; nil for none. A server that numbers revisions otherwise
    /// than the one before gets a complete report.
    mutating func note(revision: LinkRevision?) {
        self.revision = revision
        guard let origin = revision?.origin, let known = reported.origin, origin != known else { return }
        needsWhole = true
    }

    mutating func note(_ mismatch: ReportedMismatch) {
        guard mismatches.count < LinkLimits.mismatches, !mismatches.contains(mismatch) else { return }
        mismatches.append(mismatch)
    }

    mutating func note(_ exposure: ReportedExposure) {
        dropped += Self.add(exposure, to: &exposures, underWay: unconfirmed?.exposures.count)
    }

    mutating func note(_ metric: ReportedMetric) {
        dropped += Self.add(metric, to: &metrics, underWay: unconfirmed?.metrics.count)
    }

    /// Adds an event, in place of the oldest if there is no room; what is under way is the server's already.
    ///
    /// - Returns: how many were dropped.
    private static func add<Event>(_ event: Event, to events: inout [Event], underWay: Int?) -> Int {
        guard events.count >= mostWaiting else {
            events.append(event)
            return 0
        }
        let oldest = underWay ?? 0
        if oldest < events.count {
            events.remove(at: oldest)
            events.append(event)
        }
        return 1
    }
}
