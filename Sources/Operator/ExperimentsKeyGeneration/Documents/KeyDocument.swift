import ExperimentsCore
import ExperimentsProject
import FirebaseConfig
import FirebaseTemplates
import GrowthBookFeatures

/// The keys of a document: a project file, a template of Firebase Remote Config, the defaults of an app as a property
/// list, a payload of GrowthBook, a flag manifest of OpenFeature, or a JSON file of key and value.
public struct KeyDocument: Sendable {
    /// The keys, in the order of the document; by name if it has no order.
    public let keys: [CatalogKey]
    /// The values that keys can have besides their defaults, by name: those of conditions and rules.
    public let texts: [String: [String]]
    /// The parts that were left out, and the reasons.
    public let notes: [String]

    /// Reads the content of a file. Its kind follows from its ending and its content.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - path: the path of the file, for its ending and for messages.
    /// - Throws: the problem with the document, with its place.
    public init(_ bytes: [UInt8], path: String) throws {
        let ending = path.lowercased().split(scalar: ".").last ?? ""
        let found: Found
        if ending == "plist" || bytes.starts(with: "<?xml".utf8) || bytes.starts(with: "bplist".utf8) {
            found = Found(try PropertyListKeys.keys(bytes, path: path))
        } else if ending == "json" || bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == 0x7B {
            found = try Self.found(json: bytes, path)
        } else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FileProblem(path: path, message: "is not UTF-8 text")
            }
            found = Found(try CatalogFile.keys(parsing: text, path: path))
        }
        var notes = found.notes
        var keys: [CatalogKey] = []
        var names: Set<String> = []
        for key in found.keys {
            if Project.canDeclare(key.name), names.insert(key.name).inserted {
                keys.append(key)
            } else {
                notes.append("\(Quotation.of(key.name)) is ignored: a key has one name without control characters")
            }
        }
        self.keys = keys
        self.texts = found.texts
        self.notes = notes
    }

    private struct Found {
        var keys: [CatalogKey]
        var texts: [String: [String]] = [:]
        var notes: [String] = []

        init(_ keys: [CatalogKey]) { self.keys = keys }
    }

    private static func found(json bytes: [UInt8], _ path: String) throws -> Found {
        let json = try JSONValue(parsing: bytes) { FileProblem(path, $0) }
        guard let root = json.object else {
            throw FileProblem(
                path: path, message: DocumentWords.expected("an object", found: json.found), line: 1, column: 1)
        }
        if FlagManifest.isManifest(root) { return Found(try FlagManifest.keys(json, bytes, path: path)) }
        if root["parameters"]?.object != nil || root["parameterGroups"]?.object != nil {
            do throws(TemplateProblem) {
                return keys(of: try RemoteConfigTemplate(parsing: bytes))
            } catch {
                throw error.found(in: path)
            }
        }
        if root["features"] != nil || root["encryptedFeatures"] != nil { return try features(root, bytes, path) }
        return Found(root.members.map { CatalogKey(name: $0.name, schema: ValueSchema(of: $0.value)) })
    }

    private static func features(_ root: JSONObject, _ bytes: [UInt8], _ path: String) throws(FileProblem) -> Found {
        do throws(PayloadProblem) {
            let payload = try FeaturePayload(parsing: bytes)
            if let problem = payload.problems.first(where: { $0.kind == .encrypted }) { throw problem }
            var found = Found([])
            found.notes = payload.problems.map { "\(path): \($0)" }
            for feature in payload.features {
                let values = ruleValues(root["features"]?.object?[feature.key]?.object)
                found.keys.append(
                    CatalogKey(name: feature.key, schema: ValueSchema(of: feature.defaultValue, or: values)))
                found.texts[feature.key] = values.compactMap(\.valueText)
            }
            return found
        } catch {
            let advice = error.kind == .encrypted ? "use the payload of a connection without encryption" : error.advice
            throw FileProblem(
                path: path, message: error.sentence, line: error.line, column: error.column, advice: advice)
        }
    }

    /// Returns the values that the rules of a feature give it.
    private static func ruleValues(_ feature: JSONObject?) -> [JSONValue] {
        let rules = (feature?["rules"]?.array ?? []).compactMap(\.object)
        let values = rules.flatMap { rule -> [JSONValue] in
            let variations = ["variations", "contextualVariations"].flatMap { rule[$0]?.array ?? [] }
            return [rule["force"]].compactMap(\.self) + variations
        }
        return values.filter { $0 != .null }
    }

    private static func keys(of template: RemoteConfigTemplate) -> Found {
        var found = Found([])
        for parameter in template.parameters {
            let key = CatalogKey(parameter)
            found.keys.append(key)
            found.texts[key.name] = parameter.conditionalValues.compactMap(\.value.text)
            if case .text(let text)? = parameter.defaultValue, key.schema.defaultText == nil {
                found.notes.append(
                    "the default of \(Quotation.of(key.name)) is ignored: expected \(key.schema.expectation), found "
                        + Quotation.of(text))
            }
        }
        return found
    }
}

extension TemplateValue {
    /// The text that apps get; nil if only the service knows it.
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { rollout?.value }
    }
}

extension ValueSchema {
    /// Creates the schema of a JSON value of any type, which is the default.
    ///
    /// - Parameter others: the values that the key can have besides it. The kind is that of all values, or text.
    init(of json: JSONValue, or others: [JSONValue] = []) {
        let kinds = Set(([json] + others).filter { $0 != .null }.map(Self.kind))
        let kind = kinds == [.int, .double] ? .double : kinds.count == 1 ? kinds.first ?? .string : .string
        self.init(kind: kind, defaultText: json.valueText)
    }

    private static func kind(of json: JSONValue) -> ValueKind {
        switch json {
        case .bool: .bool
        case .number(let text): NumberText.integer(text) == nil ? .double : .int
        case .string, .null: .string
        case .array, .object: .json
        }
    }
}

extension CatalogKey {
    /// Creates a key from a parameter of a template. Its type is the declared one, or that of its values.
    fileprivate init(_ parameter: TemplateParameter) {
        let texts = ([parameter.defaultValue] + parameter.conditionalValues.map(\.value)).compactMap { $0?.text }
        let kinds = Set(texts.map(ValueKind.init(suggestedBy:)))
        let isNumber = !kinds.isEmpty && kinds.isSubset(of: [.int, .double])
        let kind: ValueKind =
            switch parameter.valueType {
            case .boolean: .bool
            case .json: .json
            case .string: .string
            case .number: kinds == [.int] ? .int : .double
            case .unspecified, nil:
                isNumber ? (kinds == [.int] ? .int : .double) : kinds.count == 1 ? kinds.first ?? .string : .string
            }
        var schema = ValueSchema(kind: kind)
        if case .text(let text)? = parameter.defaultValue, (try? schema.check(text)) != nil {
            schema.defaultText = text
        }
        self.init(name: parameter.key, group: parameter.group, summary: parameter.description, schema: schema)
    }
}
