import ExperimentsCore

extension ReportedKey {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let name = document.requiredText("key", of: record, limit: LinkLimits.nameBytes)
        let status = document.decoder.requiredText("status", of: record)
        let value = document.text("value", of: record, limit: LinkLimits.valueBytes)
        let supplier = document.decoder.text("supplier", of: record)
        let problem = document.text("problem", of: record, limit: LinkLimits.problemBytes)
        let fullLength = document.count("fullLength", of: record)
        let pending = document.text("pending", of: record, limit: LinkLimits.valueBytes)
        guard let name, let status else { return nil }
        // A status that only newer versions know is treated as unknown.
        self.init(
            name, status: KeyStatus(rawValue: status) ?? .unknown, value: value,
            supplier: supplier.flatMap(Supplier.init), problem: problem)
        self.pending = pending
        if let fullLength, fullLength > value?.utf8.count ?? 0 { self.fullLength = fullLength }
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
