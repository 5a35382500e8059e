import ExperimentsCore
import Foundation

extension ReportedExposure {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let key = document.requiredText("key", of: record, limit: LinkLimits.nameBytes)
        let experiment = document.requiredText("experiment", of: record, limit: LinkLimits.nameBytes)
        let group = document.requiredText("group", of: record, limit: LinkLimits.nameBytes)
        let supplier = document.decoder.text("supplier", of: record)
        let unit = document.text("unit", of: record, limit: LinkLimits.nameBytes)
        guard let at = document.requiredTime("at", of: record), let key, let experiment, let group else { return nil }
        self.init(
            key: key, experiment: experiment, group: group,
            supplier: supplier.flatMap(ReportedKey.Supplier.init), unit: unit, at: at)
    }

    var json: JSONValue {
        .object(
            JSONObject(present: [
                "key": .string(key), "experiment": .string(experiment), "group": .string(group),
                "supplier": supplier.map { .string($0.rawValue) }, "unit": unit.map(JSONValue.string),
                "at": .time(at),
            ]))
    }
}

extension ReportedMetric {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let name = document.requiredText("name", of: record, limit: LinkLimits.nameBytes)
        let value = document.decoder.number("value", of: record)
        let unit = document.text("unit", of: record, limit: LinkLimits.nameBytes)
        let at = document.requiredTime("at", of: record)
        var properties = JSONObject()
        if let node = record["properties"] {
            if let object = node.object, node.compactBytes.count <= LinkLimits.propertiesBytes {
                properties = object
            } else {
                let expected = "an object of at most \(LinkLimits.propertiesBytes) bytes"
                document.decoder.expected(expected, at: "properties", found: node)
            }
        }
        guard let name, let at else { return nil }
        self.init(name, value: value, unit: unit, at: at, properties: properties)
    }

    var json: JSONValue {
        .object(
            JSONObject(present: [
                "name": .string(name), "value": value.map { .number(NumberText.text(of: $0)) },
                "unit": unit.map(JSONValue.string), "at": .time(at),
                "properties": properties.isEmpty ? Optional.none : .object(properties),
            ]))
    }
}
