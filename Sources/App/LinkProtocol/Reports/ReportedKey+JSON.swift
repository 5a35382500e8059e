import ExperimentsCore

extension ReportedKey {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        var members = Members()
        members.name = document.requiredText("key", of: record, limit: LinkLimits.nameBytes)
        // A status that only newer versions know is treated as unknown.
        members.status = document.decoder.requiredText("status", of: record).map { KeyStatus(rawValue: $0) ?? .unknown }
        members.value = document.text("value", of: record, limit: LinkLimits.valueBytes)
        members.supplier = document.decoder.text("supplier", of: record).map(Supplier.init)
        members.problem = document.text("problem", of: record, limit: LinkLimits.problemBytes)
        members.fullLength = document.count("fullLength", of: record)
        members.pending = document.text("pending", of: record, limit: LinkLimits.valueBytes)
        self.init(members)
    }

    /// What a report says of a key.
    struct Members {
        var name: String?
        var status: KeyStatus?
        var value: String?
        /// Nil inside for one that only newer versions know.
        var supplier: Supplier??
        var problem: String?
        var fullLength: Int?
        var pending: String?
    }

    /// A key of what a report says; nil where that is too little.
    init?(_ members: Members) {
        guard let name = members.name, let status = members.status else { return nil }
        self.init(
            name, status: status, value: members.value, supplier: members.supplier ?? nil, problem: members.problem)
        pending = members.pending
        if let length = members.fullLength, length > value?.utf8.count ?? 0 { fullLength = length }
    }

    /// The key as it is written in reports.
    package var json: JSONValue {
        .object(
            JSONObject(present: [
                "key": .string(name), "status": .string(status.rawValue), "value": value.map(JSONValue.string),
                "fullLength": fullLength.map { .number(String($0)) }, "pending": pending.map(JSONValue.string),
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
            JSONObject(present: ["key": .string(key), "declared": .string(declared), "asked": .string(asked)]))
    }
}
