import ExperimentsCore
import Foundation

/// An exposure: a value put the user of an app in a group of an experiment.
package struct ReportedExposure: Sendable, Hashable {
    /// The name of the key.
    package var key: String
    /// The name of the experiment.
    package var experiment: String
    /// The group.
    package var group: String
    /// The supplier of the value; nil if only newer versions know it.
    package var supplier: ReportedKey.Supplier?
    /// The unit for which the group was chosen, such as a user or a device, if the app reports it.
    package var unit: String?
    /// The time, by the app's clock.
    package var at: Date

    package init(
        key: String, experiment: String, group: String, supplier: ReportedKey.Supplier?, unit: String? = nil,
        at: Date
    ) {
        func cut(_ text: String) -> String { text.prefix(bytes: LinkLimits.nameBytes) }
        self.key = cut(key)
        self.experiment = cut(experiment)
        self.group = cut(group)
        self.supplier = supplier
        self.unit = unit.map(cut)
        self.at = at
    }
}

/// An action of a user that is counted, like a tracking event in OpenFeature.
package struct ReportedMetric: Sendable, Hashable {
    /// The name, for example `purchase`.
    package var name: String
    /// The amount, for example the price paid; nil for an event that is only counted.
    package var value: Double?
    /// The unit, such as a user or a device, if the app reports it.
    package var unit: String?
    /// The time, by the app's clock.
    package var at: Date
    /// Further details of the event.
    package var properties: JSONObject

    /// Creates an event. Properties larger than a report may have are left out.
    package init(
        _ name: String, value: Double? = nil, unit: String? = nil, at: Date,
        properties: JSONObject = JSONObject()
    ) {
        self.name = name.prefix(bytes: LinkLimits.nameBytes)
        // JSON has only finite numbers.
        self.value = value.flatMap { $0.isFinite ? $0 : nil }
        self.unit = unit?.prefix(bytes: LinkLimits.nameBytes)
        self.at = at
        let isSmall = JSONValue.object(properties).compactBytes.count <= LinkLimits.propertiesBytes
        self.properties = isSmall ? properties : JSONObject()
    }
}

extension ReportedExposure {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        let key = document.requiredText("key", of: record, limit: LinkLimits.nameBytes)
        let experiment = document.requiredText("experiment", of: record, limit: LinkLimits.nameBytes)
        let group = document.requiredText("group", of: record, limit: LinkLimits.nameBytes)
        let supplier = document.decoder.text("supplier", of: record)
        let unit = document.text("unit", of: record, limit: LinkLimits.nameBytes)
        guard let at = document.requiredTime("at", of: record), let key, let experiment, let group else {
            return nil
        }
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
