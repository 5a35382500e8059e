import ExperimentsCore
import Foundation
import LinkProtocol

extension ConnectedApp {
    /// Takes what it told of itself and of what it did; what it holds is for the registry to keep.
    mutating func take(_ report: AppReport, at now: Date, _ limits: AppRegistry.Limits) {
        (run, sequence) = (report.run, report.sequence)
        (reportedAt, revision) = (now, report.revision)
        roundTrip = report.roundTrip ?? roundTrip
        let before = hasWrongClock
        clockSkew = report.sentAt.timeIntervalSince(now)
        if hasWrongClock, !before { note("its clock is \(skewWords)", at: now, limits) }
        if let source = report.source {
            sourceVersion = source.version
            // By the difference of the clocks it is turned into a time of the server's.
            fetchedAt = source.fetchedAt.map { min(now, $0 - (hasWrongClock ? clockSkew : 0)) }
        }
        var done = report.mismatches.map { mismatch in
            ReportedAppEvent(
                at: now, .mismatch, of: mismatch.key, "is \(mismatch.declared), and was read as \(mismatch.asked)")
        }
        done += report.exposures.map { exposure in
            let unit = exposure.unit.map { " for \($0)" } ?? ""
            return ReportedAppEvent(
                at: now, .exposure, of: exposure.key, "\(exposure.experiment), group \(exposure.group)\(unit)")
        }
        done += report.metrics.map { metric in
            let words = [metric.value.map(NumberText.text(of:)), metric.unit].compactMap(\.self)
            return ReportedAppEvent(at: now, .event, of: metric.name, words.joined(separator: " by "))
        }
        add(done, limits)
        guard report.droppedEvents > 0 else { return }
        // No app can have lost more than that, whatever it reports.
        lostEvents = min(lostEvents + min(report.droppedEvents, 1 << 40), 1 << 40)
        note("\(report.droppedEvents) exposures and events were lost before they were sent", at: now, limits)
    }

    /// Notes something about the app itself.
    mutating func note(_ text: String, at now: Date, _ limits: AppRegistry.Limits) {
        add([ReportedAppEvent(at: now, .note, text)], limits)
    }

    private mutating func add(_ done: [ReportedAppEvent], _ limits: AppRegistry.Limits) {
        doings += done.suffix(limits.doings)
        if doings.count > limits.doings { doings.removeFirst(doings.count - limits.doings) }
    }
}

// How an app is called, and what is odd about it.
extension ConnectedApp {
    /// The title: the app, its version and its device, for example `shop 4.2.0 on iPhone16,2`.
    package var title: String {
        let name = [identity.app, identity.version].compactMap(\.self).joined(separator: " ")
        return identity.device.map { "\(name) on \($0)" } ?? name
    }

    /// The version: `4.2.0 (1083)`.
    package var versionWords: String { identity.versionWords }

    /// The error of its clock: `12m ahead`.
    package var skewWords: String {
        // No longer than any calendar knows.
        let seconds = Int64(min(abs(clockSkew), 1e11).rounded())
        return DurationText.text(of: .seconds(seconds)) + (clockSkew < 0 ? " behind" : " ahead")
    }

    /// The problems of the app, in words; empty if there are none.
    package var warnings: [String] {
        var words: [String] = []
        if streams > 1 {
            words.append("\(streams) devices follow the overrides as this installation; give each its own identifier")
        }
        if hasWrongClock { words.append("its clock is \(skewWords); times are told by the server's") }
        if lostEvents > 0 { words.append("\(lostEvents) of its exposures and events were lost") }
        if reportedAt != nil, values == nil {
            words.append("its values are no longer in memory; its next report will contain them")
        }
        return words
    }
}

extension AppIdentity {
    /// `4.2.0 (1083)`, as far as it is known, otherwise `an unknown version`.
    package var versionWords: String {
        switch (version, build) {
        case (let version?, let build?): "\(version) (\(build))"
        case (let version?, nil): version
        case (nil, let build?): "build \(build)"
        case (nil, nil): "an unknown version"
        }
    }
}
