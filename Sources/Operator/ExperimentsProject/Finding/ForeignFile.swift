import ExperimentsCore
import ExperimentsYAML

/// A file of another flag system: rules and segments, not values by name. Its members may contain names and addresses
/// of users, so none of them becomes a value.
struct ForeignFile: Sendable, Hashable {
    /// The system, as its users call it.
    let system: String
    /// What can be done with the file.
    private let remedy: Remedy

    private enum Remedy: Sendable, Hashable {
        /// A server of the system answers OFREP.
        case server(String)
        /// The values are in a member of the file.
        case member(String)
        /// The values can be exported.
        case export
    }

    /// The problem of using it as a file of values.
    func problem(_ path: String) -> FileProblem {
        let advice =
            switch remedy {
            case .server(let server):
                "run \(server) with this file, and use a source of kind `ofrep` with its address"
            case .member(let name):
                "its values are in one member: use {kind: file, path: \(path), at: \(name)}"
            case .export:
                "export its values as {NAME: VALUE}, or use a server that answers OFREP, with `kind: ofrep`"
            }
        return FileProblem(
            path: path, message: "is a file of \(system), not of keys and values", advice: advice)
    }
}

// The marks of each system, by the schemas that it publishes.
extension ForeignFile {
    /// The members of a document.
    private struct Document {
        let member: (String) -> JSONValue?
        let firstValue: JSONValue?
        let isOnlyMember: Bool

        func object(_ name: String) -> JSONObject? { member(name)?.object }
        func list(_ name: String) -> [JSONValue]? { member(name)?.array }
        func text(_ name: String) -> String? { member(name)?.string }

        /// The first item of a list.
        func item(_ name: String) -> JSONObject? { list(name)?.first?.object }
        /// The first value of an object.
        func value(_ name: String) -> JSONObject? { object(name)?.members.first?.value.object }
        /// Whether there are members with all these names.
        func has(_ names: String...) -> Bool { names.allSatisfy { member($0) != nil } }
    }

    private struct Mark: Sendable {
        let file: ForeignFile
        let isMet: @Sendable (Document) -> Bool

        init(_ system: String, _ remedy: Remedy = .export, _ isMet: @escaping @Sendable (Document) -> Bool) {
            file = ForeignFile(system: system, remedy: remedy)
            self.isMet = isMet
        }
    }

    /// The first mark that is met counts.
    private static let marks: [Mark] = [
        Mark("the OpenFeature command line (a flag manifest)") { $0.value("flags")?["flagType"] != nil },
        Mark("flagd", .server("flagd")) {
            $0.text("$schema")?.contains("flagd") == true
                || $0.value("flags").map { $0["state"] != nil && $0["variants"] != nil } == true
        },
        Mark("LaunchDarkly", .member("flagValues")) { $0.object("flagValues") != nil },
        Mark("LaunchDarkly") {
            let flag = $0.value("flags")
            return flag?["fallthrough"] != nil || flag?["offVariation"] != nil
                || ($0.has("flags") && $0.value("segments")?["included"] != nil)
        },
        Mark("Eppo") { $0.value("flags")?["allocations"] != nil },
        Mark("AWS AppConfig", .member("values")) {
            $0.object("flags") != nil && $0.object("values") != nil && $0.has("version")
        },
        Mark("ConfigCat") {
            let setting = $0.value("f")
            return setting.map { $0["t"] != nil && $0["v"] != nil } == true
                || ($0.object("p") != nil && $0.has("f"))
        },
        Mark("ConfigCat", .member("flags")) {
            guard $0.isOnlyMember, let flags = $0.object("flags"), !flags.members.isEmpty else {
                return false
            }
            return flags.members.allSatisfy { $0.value.object == nil && $0.value.array == nil }
        },
        Mark("DevCycle") {
            $0.has("featureVariationMap") || $0.has("project", "environment", "variables", "features")
        },
        Mark("Unleash") {
            let feature = $0.item("features")
            return feature?["strategies"] != nil
                || ($0.list("features") != nil && $0.has("featureStrategies"))
        },
        Mark("Flagsmith") { $0.item("feature_states") != nil || $0.list("feature_states") != nil },
        Mark("Statsig") { $0.has("feature_gates") && ($0.has("dynamic_configs") || $0.has("layer_configs")) },
        Mark("Optimizely") {
            $0.has("rollouts", "experiments") && ($0.has("featureFlags") || $0.has("projectId"))
        },
        Mark("Split") {
            $0.item("splits")?["name"] != nil || $0.object("ff")?["d"] != nil
                || $0.item("d")?["trafficTypeName"] != nil
        },
        Mark("PostHog") {
            $0.has("featureFlags", "featureFlagPayloads") || $0.item("flags")?["filters"] != nil
        },
        Mark("Flipt", .server("Flipt")) {
            $0.item("flags").map { $0["key"] != nil && ($0["enabled"] != nil || $0["type"] != nil) } == true
        },
        Mark("Azure App Configuration") {
            $0.object("feature_management")?["feature_flags"] != nil || $0.object("FeatureManagement") != nil
        },
        Mark("GO Feature Flag", .server("GO Feature Flag's relay proxy")) {
            let flag = $0.firstValue?.object
            return flag?["defaultRule"] != nil && flag?["variations"] != nil
        },
    ]

    /// The marks of documents that are lists.
    private static let listMarks: [(system: String, isMet: @Sendable (JSONObject) -> Bool)] = [
        ("Flagsmith", { $0["feature_state_value"] != nil || $0["feature_state"] != nil }),
        ("Split", { $0.members.first?.value.object?["treatment"] != nil }),
        ("Amplitude", { $0["key"] != nil && ($0["segments"] != nil || $0["variants"] != nil) }),
        ("Unleash", { $0["name"] != nil && $0["strategies"] != nil }),
    ]

    /// Recognizes a document; nil for any other.
    init?(_ document: JSONValue) {
        switch document {
        case .object(let root):
            self.init(
                Document(
                    member: { root[$0] }, firstValue: root.members.first?.value,
                    isOnlyMember: root.members.count == 1))
        case .array(let items):
            guard let first = items.first?.object, let mark = Self.listMarks.first(where: { $0.isMet(first) })
            else {
                return nil
            }
            self.init(system: mark.system, remedy: .export)
        default: return nil
        }
    }

    private init?(_ document: Document) {
        guard let mark = Self.marks.first(where: { $0.isMet(document) }) else { return nil }
        self = mark.file
    }
}

extension ForeignFile {
    /// Recognizes the content of a file; nil for any other, and for one that cannot be read.
    ///
    /// - Parameter path: the path of the file, for its extension.
    init?(_ bytes: [UInt8], path: String) {
        switch FileSourceContent.Format(path: path, bytes: bytes) {
        case .json:
            guard let document = try? JSONValue(parsing: JSONComments.blanked(bytes)) else { return nil }
            self.init(document)
        case .yaml:
            guard let root = try? YAMLNode(parsing: bytes), let text = try? root.jsonText(),
                let document = try? JSONValue(parsing: Array(text.utf8))
            else { return nil }
            self.init(document)
        case .defaults: return nil
        }
    }
}

/// The names of other systems, for people who write one of them as the kind of a source.
enum OtherSystem {
    /// Systems whose servers answer OFREP.
    private static let servers: Set<String> = [
        "flagd", "flipt", "goff", "gofeatureflag", "go-feature-flag", "openfeature", "flagsmith", "devcycle",
    ]
    private static let others: Set<String> = [
        "launchdarkly", "unleash", "configcat", "statsig", "split", "optimizely", "posthog", "eppo",
        "amplitude",
        "appconfig", "harness",
    ]

    /// Returns what to do instead of naming a system as a kind; nil for another name.
    static func advice(onKind name: String) -> String? {
        let name = name.lowercased()
        if servers.contains(name) {
            return "use `kind: ofrep` with the `url` of its server, which answers OFREP"
        }
        guard others.contains(name) else { return nil }
        return "use `kind: ofrep` with a server that answers OFREP, or export the values and use `kind: file`"
    }
}
