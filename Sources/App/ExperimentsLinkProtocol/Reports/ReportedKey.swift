import ExperimentsCore

/// A key as a linked app sees it.
package struct ReportedKey: Sendable, Hashable {
    /// The supplier of the value that the app uses.
    package enum Supplier: String, Sendable, Hashable, CaseIterable {
        /// The value of the app's source.
        case source
        /// An operator's override, which the app received over its link.
        case override
        /// The default that the app declares.
        case `default`
        /// The app itself, which takes precedence over both.
        case custom
    }

    /// The name of the key.
    package var name: String
    /// The status of the key in the app.
    package var status: KeyStatus
    /// The text of the value that the app uses, or the beginning of a long one; nil if it is not known.
    package var value: String?
    /// The length of the text in bytes, if `value` is only its beginning; otherwise nil.
    package var fullLength: Int?
    /// The supplier of the value; nil if only newer versions know it.
    package var supplier: Supplier?
    /// If the app keeps `value` for this session, the text of the value from the next session on, or the beginning of a
    /// long one. Status and supplier are then those of the pending text.
    package var pending: String?
    /// The reason why the text of the source or of the override is not valid; nil if it is valid.
    package var problem: String?

    /// Creates a key. A value longer than a report may have is cut.
    package init(
        _ name: String, status: KeyStatus, value: String?, supplier: Supplier?, problem: String? = nil
    ) {
        self.name = name
        self.status = status
        self.supplier = supplier
        self.value = value?.prefix(bytes: LinkLimits.valueBytes)
        if let length = value?.utf8.count, length > LinkLimits.valueBytes { fullLength = length }
        self.problem = problem?.prefix(bytes: LinkLimits.problemBytes)
    }

    /// Creates a key from the row of a report of the app's service.
    ///
    /// - Parameter change: the pending change to the key, if the app keeps its value for a session.
    package init(_ row: ReportRow, _ change: PendingValues.Change? = nil) {
        self.init(
            row.name, status: row.status, value: change?.kept ?? row.valueText,
            supplier: row.status == .override ? .override : row.usesDefault ? .default : .source,
            problem: row.problem.map { "\($0)" })
        pending = change?.next.prefix(bytes: LinkLimits.valueBytes)
    }
}

/// A key that an app read as another type than the declared one.
package struct ReportedMismatch: Sendable, Hashable {
    /// The name of the key.
    package var key: String
    /// The declared type of the key.
    package var declared: String
    /// The type that the app requested.
    package var asked: String

    package init(key: String, declared: String, asked: String) {
        self.key = key.prefix(bytes: LinkLimits.nameBytes)
        self.declared = declared.prefix(bytes: LinkLimits.nameBytes)
        self.asked = asked.prefix(bytes: LinkLimits.nameBytes)
    }
}

extension ReportedKey {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let name = document.requiredText("key", of: record, limit: LinkLimits.nameBytes)
        // A status or a supplier that only newer versions know is treated as unknown.
        let status = document.decoder.requiredText("status", of: record).map {
            KeyStatus(rawValue: $0) ?? .unknown
        }
        let value = document.text("value", of: record, limit: LinkLimits.valueBytes)
        let supplier = document.decoder.text("supplier", of: record).flatMap(Supplier.init)
        let problem = document.text("problem", of: record, limit: LinkLimits.problemBytes)
        let length = document.count("fullLength", of: record)
        let pending = document.text("pending", of: record, limit: LinkLimits.valueBytes)
        guard let name, let status else { return nil }
        self.init(name, status: status, value: value, supplier: supplier, problem: problem)
        self.pending = pending
        if let length, length > value?.utf8.count ?? 0 { fullLength = length }
    }

    /// The key as it is written in reports.
    package var json: JSONValue {
        .object(
            JSONObject(present: [
                "key": .string(name), "status": .string(status.rawValue),
                "value": value.map(JSONValue.string),
                "fullLength": fullLength.map { .number(String($0)) },
                "pending": pending.map(JSONValue.string),
                "supplier": supplier.map { .string($0.rawValue) }, "problem": problem.map(JSONValue.string),
            ]))
    }
}

extension ReportedMismatch {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let key = document.requiredText("key", of: record, limit: LinkLimits.nameBytes)
        let declared = document.requiredText("declared", of: record, limit: LinkLimits.nameBytes)
        let asked = document.requiredText("asked", of: record, limit: LinkLimits.nameBytes)
        guard let key, let declared, let asked else { return nil }
        self.init(key: key, declared: declared, asked: asked)
    }

    var json: JSONValue {
        .object(
            JSONObject(present: ["key": .string(key), "declared": .string(declared), "asked": .string(asked)])
        )
    }
}
