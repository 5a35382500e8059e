import ExperimentsCore
import Foundation

/// The moment at which a value put the user of an app in a group of an experiment.
package struct ReportedExposure: Sendable, Hashable {
    /// The name of the key.
    package var key: String
    /// The name of the experiment.
    package var experiment: String
    /// The group.
    package var group: String
    /// What supplied the value; nil for what only newer versions know.
    package var supplier: ReportedKey.Supplier?
    /// Whom the group was chosen for, where the app says it: a user, a device.
    package var unit: String?
    /// When, by the app's clock.
    package var at: Date

    package init(
        key: String, experiment: String, group: String, supplier: ReportedKey.Supplier?, unit: String? = nil, at: Date
    ) {
        func cut(_ text: String) -> String { text.prefix(bytes: LinkLimits.nameBytes) }
        (self.key, self.experiment, self.group) = (cut(key), cut(experiment), cut(group))
        (self.supplier, self.unit, self.at) = (supplier, unit.map(cut), at)
    }
}

/// Something that a user of an app did, to be counted: OpenFeature's tracking event.
package struct ReportedMetric: Sendable, Hashable {
    /// Its name, for example `purchase`.
    package var name: String
    /// How much, for example what was paid; nil for what is only counted.
    package var value: Double?
    /// Who did it, where the app says it.
    package var unit: String?
    /// When, by the app's clock.
    package var at: Date
    /// What else there is to say of it.
    package var properties: JSONObject

    /// Creates an event. Properties that are larger than a report takes are left out.
    package init(
        _ name: String, value: Double? = nil, unit: String? = nil, at: Date, properties: JSONObject = JSONObject()
    ) {
        self.name = name.prefix(bytes: LinkLimits.nameBytes)
        // JSON knows no other numbers.
        self.value = value.flatMap { $0.isFinite ? $0 : nil }
        self.unit = unit?.prefix(bytes: LinkLimits.nameBytes)
        self.at = at
        let isSmall = JSONValue.object(properties).compactBytes.count <= LinkLimits.propertiesBytes
        self.properties = isSmall ? properties : JSONObject()
    }
}
