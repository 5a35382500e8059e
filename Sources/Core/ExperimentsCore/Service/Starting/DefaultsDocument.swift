import Foundation

/// A document with an app's defaults: a property list, JSON of keys and values, or a template of Firebase Remote Config.
public struct DefaultsDocument: Sendable {
    private enum Place {
        case file(String)
        case missing(String, in: String)
        case content([UInt8])
    }

    private let place: Place
    private let name: String

    /// A document in a bundle.
    ///
    /// - Parameter name: the name of the file; without its ending, it may end in `.plist` or `.json`.
    public static func bundle(_ name: String, in bundle: Bundle = .main) -> DefaultsDocument {
        let path = [nil, "plist", "json"].lazy.compactMap { bundle.path(forResource: name, ofType: $0) }.first
        return DefaultsDocument(
            place: path.map(Place.file) ?? .missing(name, in: bundle.bundlePath), name: name)
    }

    /// A file.
    public static func file(_ path: String) -> DefaultsDocument {
        DefaultsDocument(place: .file(path), name: path)
    }

    /// A document in memory, for example one that came with a page of a server.
    ///
    /// - Parameter name: what messages call the document.
    public static func content(_ bytes: some Sequence<UInt8>, named name: String = "defaults")
        -> DefaultsDocument
    {
        DefaultsDocument(place: .content(Array(bytes)), name: name)
    }

    /// Reads the texts by key. A key whose value is `null`, or left to the app by a template, has none.
    func texts() throws(FileProblem) -> ExactDictionary<String> {
        let bytes = try content()
        if bytes.starts(with: "bplist".utf8)
            || bytes.first(where: { !Self.blanks.contains($0) }) == UInt8(ascii: "<")
        {
            guard
                let list = try? PropertyListDecoder().decode(
                    [String: PropertyListValue].self, from: Data(bytes))
            else {
                throw problem(
                    "is not a property list of keys and values", advice: "check it with `plutil -lint`")
            }
            return ExactDictionary(list.compactMapValues(\.json.valueText))
        }
        let json = try JSONValue(parsing: bytes) { FileProblem(shownPath, $0) }
        guard let root = json.object else {
            throw problem(DocumentWords.expected("an object of keys and values", found: json.found), line: 1)
        }
        if root["parameters"]?.object != nil || root["parameterGroups"]?.object != nil {
            return Self.texts(ofTemplate: root)
        }
        return ExactDictionary(
            root.members.compactMap { member in member.value.valueText.map { (member.name, $0) } }
        ) {
            $1
        }
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

    private static func texts(ofTemplate root: JSONObject) -> ExactDictionary<String> {
        let groups = (root["parameterGroups"]?.object?.members ?? []).map { $0.value.object?["parameters"] }
        var texts: ExactDictionary<String> = [:]
        for parameters in [root["parameters"]] + groups {
            for parameter in parameters?.object?.members ?? [] {
                texts[parameter.name] = parameter.value.object?["defaultValue"]?.object?["value"]?.valueText
            }
        }
        return texts
    }

    private func content() throws(FileProblem) -> [UInt8] {
        switch place {
        case .content(let bytes): return bytes
        case .file(let path): return try FileBytes.read(path)
        case .missing(let name, let folder):
            throw FileProblem(
                path: folder, message: "has no resource \(name), \(name).plist or \(name).json",
                advice: "add the file to the resources of the target", isMissing: true)
        }
    }

    private var shownPath: String { if case .file(let path) = place { path } else { name } }

    private func problem(_ message: String, line: Int? = nil, advice: String? = nil) -> FileProblem {
        FileProblem(path: shownPath, message: message, line: line, column: line, advice: advice)
    }
}

extension RemoteConfigService {
    /// Uses the values of a document before the defaults of the keys, where the source has no valid value.
    ///
    /// ```swift
    /// try service.defaults(from: .bundle("RemoteConfigDefaults"))
    /// ```
    ///
    /// A key without a value at the source is still reported as missing. A value that is not valid for its key is reported
    /// as a wrong default, and not used. Another call replaces the document as a whole.
    ///
    /// - Throws: `FileProblem` if the document cannot be read. The defaults stay as they were.
    public func defaults(from document: DefaultsDocument) throws(FileProblem) {
        cache.refresh(defaults: try document.texts())
        tellOfInputs()
    }
}
