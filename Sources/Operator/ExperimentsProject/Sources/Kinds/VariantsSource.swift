import ExperimentsCore
import ExperimentsYAML

extension SourceKind {
    /// A JSON file of flags and variants.
    public static let variants = SourceKind(
        "variants",
        fields: ["path", "context", "forced", "seed", "assume"]
    ) { $0.readVariants(&$1) }
}

/// The settings of a source of kind `variants`.
public struct VariantsSourceSettings: SourceSettings {
    /// The path of the JSON file.
    public var path: String
    /// The fields of the user, by name.
    public var context: [String: JSONValue]
    /// Variants that are on (true) or off (false) regardless of their conditions, by ID.
    public var forced: [String: Bool]
    /// The seed for `RANDOM`; nil to draw new numbers in each run.
    public var seed: UInt64?
    /// The results of condition types that only the app can evaluate, by type.
    public var assumed: [String: Bool]

    /// Creates settings.
    public init(
        path: String, context: [String: JSONValue] = [:], forced: [String: Bool] = [:], seed: UInt64? = nil,
        assumed: [String: Bool] = [:]
    ) {
        self.path = path
        self.context = context
        self.forced = forced
        self.seed = seed
        self.assumed = assumed
    }

    /// The kind of source.
    public static var kind: SourceKind { .variants }

    /// The path.
    public var titlePath: String? { path }

    /// The place of the values.
    public var address: String { path }
}

extension SourceReader {
    func readVariants(_ decoder: inout ProjectDecoder) -> VariantsSourceSettings? {
        let context = record["context"].map { readContext($0, &decoder) } ?? [:]
        let forced = record["forced"].map { readSwitches($0, at: "forced", of: "variants", &decoder) } ?? [:]
        let assumed =
            record["assume"].map { readSwitches($0, at: "assume", of: "condition types", &decoder) } ?? [:]
        let seed = record["seed"].flatMap { readSeed($0, &decoder) }
        guard let node = record["path"] else {
            return decoder.missing("path", of: record, ": name a JSON file of flags and variants")
        }
        return decoder.path(node, at: "path", in: folder).map { path in
            VariantsSourceSettings(path: path, context: context, forced: forced, seed: seed, assumed: assumed)
        }
    }

    /// Names that are on or off.
    private func readSwitches(
        _ node: YAMLNode, at name: String, of what: String, _ decoder: inout ProjectDecoder
    ) -> [String: Bool] {
        guard let pairs = node.pairs else {
            decoder.expected("\(what), each on or off", at: name, found: node)
            return [:]
        }
        decoder.enter(name)
        defer { decoder.leave() }
        var switches: [String: Bool] = [:]
        for pair in pairs {
            guard let item = readName(pair.key, &decoder) else { continue }
            switch pair.value.plainText {
            case "on", "true": switches[item] = true
            case "off", "false": switches[item] = false
            default: decoder.expected("on or off", at: item, found: pair.value)
            }
        }
        return switches
    }

    private func readSeed(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> UInt64? {
        if let seed = node.plainText.flatMap({ UInt64($0) }) { return seed }
        return decoder.expected("a whole number from 0", at: "seed", found: node)
    }
}
