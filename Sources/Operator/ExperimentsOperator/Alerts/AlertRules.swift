import ExperimentsCore

/// An alert for an operator who looks elsewhere.
public struct Alert: Sendable, Hashable {
    /// The form of an alert.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, if the terminal supports it.
        case desktop
    }

    /// The reason, in words.
    public var text: String
    /// The forms in which to show it.
    public var ways: Set<Way>

    /// Creates an alert.
    public init(text: String, ways: Set<Way>) {
        self.text = text
        self.ways = ways
    }
}

/// The rules for alerts, by default none.
public struct AlertRules: Sendable, Hashable {
    /// The keys of which every change is reported.
    public var keys: Set<String>
    /// Whether it is reported when a key becomes missing or incorrect.
    public var tellsBroken: Bool
    /// The forms of the alerts.
    public var ways: Set<Alert.Way>

    /// Creates rules.
    public init(keys: Set<String> = [], tellsBroken: Bool = false, ways: Set<Alert.Way> = [.bell]) {
        self.keys = keys
        self.tellsBroken = tellsBroken
        self.ways = ways
    }

    /// Whether nothing is reported.
    public var isEmpty: Bool { keys.isEmpty && !tellsBroken || ways.isEmpty }
}

extension AlertRules {
    /// Returns whether a change of a key is reported: every change of the key is, or the change broke it. The first
    /// value of a key is not reported.
    package func tell(_ row: ReportRow, after was: ReportRow) -> Bool {
        keys.contains(row.name) || (tellsBroken && row.isBroken(since: was))
    }
}

extension ReportRow {
    /// Returns whether the key became missing or incorrect. A key whose earlier status is not known did not become so.
    package func isBroken(since was: ReportRow) -> Bool {
        (status == .missing || status == .incorrect) && status != was.status && was.status != .unknown
    }
}
