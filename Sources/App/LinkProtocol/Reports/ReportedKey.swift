import ExperimentsCore

/// A key as a linked app sees it.
package struct ReportedKey: Sendable, Hashable {
    /// What supplied the value that the app uses.
    package enum Supplier: String, Sendable, Hashable, CaseIterable {
        /// The app's source.
        case source
        /// An operator's override.
        case override
        /// The app's default.
        case `default`
        /// The app itself, in place of both.
        case custom
    }

    /// The name of the key.
    package var name: String
    /// The status of the key in the app.
    package var status: KeyStatus
    /// The text of the value that the app uses, or the beginning of a long one; nil where it is not known.
    package var value: String?
    /// How many bytes the text has, where `value` is its beginning only; nil where that is all of it.
    package var fullLength: Int?
    /// What supplied it; nil for what only newer versions know.
    package var supplier: Supplier?
    /// The text of the value that the app will use from its next session on, or the beginning of a long one, where it
    /// keeps `value` for this session; status and supplier are those of the text to come.
    package var pending: String?
    /// Why the text of the source or of the override is not valid, where it is not.
    package var problem: String?

    /// Creates a key. A value that is longer than a report takes is cut.
    package init(
        _ name: String, status: KeyStatus, value: String?, supplier: Supplier?, problem: String? = nil
    ) {
        (self.name, self.status, self.supplier) = (name, status, supplier)
        self.value = value?.prefix(bytes: LinkLimits.valueBytes)
        if let length = value?.utf8.count, length > LinkLimits.valueBytes { fullLength = length }
        self.problem = problem?.prefix(bytes: LinkLimits.problemBytes)
    }

    /// The row of a report of the app's service.
    ///
    /// - Parameter change: what is pending for the key, if the app keeps its value for a session.
    package init(_ row: ReportRow, _ change: PendingValues.Change? = nil) {
        self.init(
            row.name, status: row.status, value: change?.kept ?? row.valueText,
            supplier: row.status == .override ? .override : row.usesDefault ? .default : .source,
            problem: row.problem.map { "\($0)" })
        pending = change?.next.prefix(bytes: LinkLimits.valueBytes)
    }
}

/// A key that an app read as another type than its own.
package struct ReportedMismatch: Sendable, Hashable {
    /// The name of the key.
    package var key: String
    /// The type that the key declares.
    package var declared: String
    /// The type that the app asked for.
    package var asked: String

    package init(key: String, declared: String, asked: String) {
        self.key = key.prefix(bytes: LinkLimits.nameBytes)
        self.declared = declared.prefix(bytes: LinkLimits.nameBytes)
        self.asked = asked.prefix(bytes: LinkLimits.nameBytes)
    }
}
