import ArgumentParser
import ExperimentsSupport
import Foundation
import GrowthBookFeatures

/// The payload for a subcommand, and how it is read.
struct GrowthBookFile: ParsableArguments {
    @Argument(
        help: ArgumentHelp("JSON file: an SDK payload, or the features only", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var path: String

    @Option(
        help: ArgumentHelp(
            "Evaluate like JavaScript SDK 1.7 (loose) or spec 0.11 (strict)", valueName: "name"))
    var dialect: EvaluationOptions.Dialect = .loose

    @Option(
        help: ArgumentHelp("Hash identifiers as utf16, or as utf8 like the Swift SDK", valueName: "name"))
    var hashing: EvaluationOptions.TextHashing = .utf16

    @Option(
        help: ArgumentHelp("Environment variable with the key of an encrypted payload", valueName: "variable")
    )
    var decryptionKeyEnv: String?

    /// The options for reading the payload.
    var options: EvaluationOptions { EvaluationOptions(dialect: dialect, hashing: hashing) }

    /// Reads the payload.
    ///
    /// - Parameters:
    ///   - context: features, groups and other members that replace those of the file.
    ///   - warns: whether parts that cannot be read are reported on standard error.
    func payload(_ context: JSONObject = JSONObject(), warns: Bool = true) throws -> FeaturePayload {
        let bytes = try FileBytes.read(path)
        let json: JSONValue
        do throws(JSONProblem) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw CommandProblem(
                "\(path):\(error.line):\(error.column): the payload is not JSON: \(error.message)")
        }
        let replaced = Set(context.members.map(\.name))
        var payload: FeaturePayload
        do {
            payload = try FeaturePayload(
                Self.replacing(json, by: context), options: options, decryptionKey: try decryptionKey())
        } catch let problem as PayloadProblem {
            throw CommandProblem(named(problem.located(in: JSONPlaces(bytes), of: json, without: replaced)))
        }
        payload.locateProblems(in: bytes, as: json, without: replaced)
        guard warns else { return payload }
        for problem in payload.problems { StandardError.line("warning: \(named(problem))") }
        return payload
    }

    /// Returns a problem after the name of the file: `features.json:3:5: features.f: expected an object, found 7`.
    private func named(_ problem: PayloadProblem) -> String {
        "\(path):" + (problem.line == nil ? " " : "") + problem.description
            + (problem.kind == .encrypted && decryptionKeyEnv == nil ? " with --decryption-key-env" : "")
    }

    private func decryptionKey() throws -> String? {
        guard let decryptionKeyEnv else { return nil }
        guard let key = Environment.secret(decryptionKeyEnv) else {
            guard Environment.isName(decryptionKeyEnv) else {
                throw CommandProblem.notAVariable("--decryption-key-env")
            }
            throw CommandProblem("--decryption-key-env: variable \(decryptionKeyEnv) is not set")
        }
        return key
    }

    private static let replaced = ["features", "experiments", "savedGroups", "contextualBandits"]

    private static func replacing(_ json: JSONValue, by context: JSONObject) -> JSONValue {
        let members = context.members.filter { replaced.contains($0.name) }
        guard !members.isEmpty, var object = json.object else { return json }
        let isMap = object["features"] == nil && object["encryptedFeatures"] == nil
        if isMap {
            object = JSONObject(distinct: [JSONObject.Member(name: "features", value: .object(object))])
        }
        for member in members { object[member.name] = member.value }
        return .object(object)
    }
}

extension EvaluationOptions.Dialect: ExpressibleByArgument {}
extension EvaluationOptions.TextHashing: ExpressibleByArgument {}

/// The options for the user for whom features are evaluated.
struct GrowthBookUser: ParsableArguments {
    @Option(help: ArgumentHelp("Feature (repeatable; default: all)", valueName: "key"))
    var feature: [String] = []

    @Option(help: ArgumentHelp("Attributes of the user as a JSON object", valueName: "object"))
    var attributesJson: String?

    @Option(
        help: ArgumentHelp(
            "SDK context as a JSON object: attributes, url, forcedVariations, qaMode and so on",
            valueName: "object"))
    var contextJson: String?

    /// Returns the object of `--context-json`.
    func contextObject() throws(CommandProblem) -> JSONObject {
        try JSONObject(option: "--context-json", contextJson, example: #"{"attributes": {"id": "42"}}"#)
    }

    /// Returns the context. `--attributes-json` takes precedence over the context.
    func context() throws -> EvaluationContext {
        let object = try contextObject()
        var context: EvaluationContext
        do {
            context = try EvaluationContext(object)
        } catch {
            throw CommandProblem("--context-json:", error)
        }
        let attributes = try JSONObject(
            option: "--attributes-json", attributesJson, example: #"{"id": "42"}"#)
        for member in attributes.members { context.attributes[member.name] = member.value }
        return context
    }

    func keys(of payload: FeaturePayload) -> [String] {
        feature.isEmpty ? payload.features.map(\.key) : feature
    }
}
