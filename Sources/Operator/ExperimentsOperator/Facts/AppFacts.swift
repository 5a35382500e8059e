import ExperimentsLinkProtocol
import Foundation

/// A fact about a linked app, which the dashboard's details and `apps get` show, each in its own form.
package struct AppFact: Sendable, Hashable {
    /// The subject, which may also determine the color.
    package enum Subject: Sendable, Hashable {
        case app, version, device, system, seen, reported, fetched, roundTrip, warning
    }

    /// The content of the fact.
    package enum Content: Sendable, Hashable {
        case text(String)
        /// A time, and the text after it on the line.
        case time(Date, String = "")
        case duration(Duration)
    }

    package let subject: Subject
    /// The label before it.
    package let label: String
    package let content: Content
    /// Whether it repeats another fact, so that it can be left out if there is little room.
    package let isRepetition: Bool

    fileprivate init(_ subject: Subject, label: String, content: Content, isRepetition: Bool = false) {
        self.subject = subject
        self.label = label
        self.content = content
        self.isRepetition = isRepetition
    }
}

extension ConnectedApp {
    /// All facts about the app, in reading order.
    package var facts: [AppFact] {
        var facts = [
            AppFact(.app, label: "app", content: .text("\(id)")),
            AppFact(.version, label: "version", content: .text(versionWords ?? "unknown")),
            // The title of an app names its device.
            AppFact(.device, label: "device", content: .text(identity.device ?? "-"), isRepetition: true),
            AppFact(
                .system, label: "system", content: .text(identity.system ?? "-"),
                isRepetition: identity.system == nil),
            AppFact(.seen, label: "seen", content: isConnected ? .text("linked") : .time(lastSeen)),
        ]
        if let date = reportedAt {
            facts.append(AppFact(.reported, label: "reported", content: .time(date, ": \(counts.words)")))
        } else {
            facts.append(
                AppFact(.reported, label: "reported", content: .text(isConnected ? "nothing yet" : "nothing"))
            )
        }
        if let date = fetchedAt {
            let version = sourceVersion.map { ", version \($0)" } ?? ""
            facts.append(AppFact(.fetched, label: "fetched", content: .time(date, version)))
        } else {
            facts.append(
                AppFact(.fetched, label: "fetched", content: .text("never"), isRepetition: reportedAt == nil))
        }
        if let time = roundTrip {
            facts.append(
                AppFact(.roundTrip, label: "round trip", content: .duration(.seconds(min(time, 1e9)))))
        }
        return facts + warnings.map { AppFact(.warning, label: "warning", content: .text($0)) }
    }
}

extension AppComparison {
    /// Returns the message that all keys known to both have the same values.
    package static func alike(_ count: Int) -> String {
        count == 1 ? "its only key has the same value here" : "all \(count) keys have the same values here"
    }
}
