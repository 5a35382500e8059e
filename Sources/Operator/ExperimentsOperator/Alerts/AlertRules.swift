import ExperimentsCore

/// Something that the operator wants to hear of while looking elsewhere.
public struct Alert: Sendable, Hashable {
    /// How it is told.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, where the terminal passes it on.
        case desktop
    }

    /// What happened, in words.
    public var text: String
    /// How to tell it.
    public var ways: Set<Way>

    /// An alert.
    public init(text: String, ways: Set<Way>) {
        self.text = text
        self.ways = ways
    }
}

/// What to tell the operator of, and how. Nothing, unless asked for.
public struct AlertRules: Sendable, Hashable {
    /// The keys whose every change is told.
    public var keys: Set<String>
    /// Whether it is told when a key becomes missing or incorrect.
    public var tellsBroken: Bool
    /// How it is told.
    public var ways: Set<Alert.Way>

    /// Rules.
    public init(keys: Set<String> = [], tellsBroken: Bool = false, ways: Set<Alert.Way> = [.bell]) {
        self.keys = keys
        self.tellsBroken = tellsBroken
        self.ways = ways
    }

    /// Whether nothing is told.
    public var isEmpty: Bool { keys.isEmpty && !tellsBroken || ways.isEmpty }
}

extension AlertRules {
    /// Whether it is told that a key comes to something else than it did: one whose every change is told, or one that is
    /// broken by it. What a key comes to first is not told.
    package func tell(_ row: ReportRow, after was: ReportRow) -> Bool {
        keys.contains(row.name) || (tellsBroken && row.isBroken(since: was))
    }
}

extension ReportRow {
    /// Whether the key became missing, or incorrect. What was not known before did not become so.
    package func isBroken(since was: ReportRow) -> Bool {
        (status == .missing || status == .incorrect) && status != was.status && was.status != .unknown
    }
}
