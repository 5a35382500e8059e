import ExperimentsCore
import Foundation

/// A document of flags and variants, which a registry loads. It is read when it is loaded.
///
/// ```json
/// {
///   "flag_defs": [{"flag": "ab_test", "base_value": false}],
///   "variants": [{
///     "id": "FeatureABTest",
///     "conditions": [{"type": "RANDOM", "value": 0.5}],
///     "mods": [{"flag": "ab_test", "value": true}]
///   }]
/// }
/// ```
public struct VariantsDocument: Sendable {
    /// The largest file that is read, in bytes.
    public static let largestFile = 256 << 20

    /// The name of the document in messages, for example a path; nil if it has none.
    public let name: String?
    private let content: Content

    private enum Content: Sendable {
        case bytes([UInt8])
        case value(JSONValue)
    }

    /// Creates a document from JSON in UTF-8.
    public init(data: Data, name: String? = nil) {
        self.init(bytes: [UInt8](data), name: name)
    }

    /// Creates a document from JSON text.
    public init(text: String, name: String? = nil) {
        self.init(bytes: [UInt8](text.utf8), name: name)
    }

    /// Creates a document from JSON in UTF-8.
    public init(bytes: [UInt8], name: String? = nil) {
        self.name = name
        content = .bytes(bytes)
    }

    /// Creates a document from a JSON value. Its problems have a path, but no line and column.
    public init(value: JSONValue, name: String? = nil) {
        self.name = name
        content = .value(value)
    }

    /// Creates a document from the content of a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - name: the name of the document in messages; `path` if nil.
    /// - Throws: `FileProblem` if the file cannot be read.
    public init(contentsOfFile path: String, name: String? = nil) throws(FileProblem) {
        self.init(bytes: try FileBytes.read(path, limit: Self.largestFile), name: name ?? path)
    }

    /// The size in bytes; nil for a document that is not text.
    public var byteCount: Int? {
        if case .bytes(let bytes) = content { bytes.count } else { nil }
    }

    /// The text; empty for a document that is not text.
    var bytes: [UInt8] {
        if case .bytes(let bytes) = content { bytes } else { [] }
    }

    /// Distinguishes the content from other contents; the same for all documents that are not text.
    var contentHash: UInt64 {
        guard case .bytes(let bytes) = content else { return 0 }
        return XXHash64.hash(bytes: bytes, seed: 0)
    }

    /// Returns a short name for a content, by its hash.
    static func version(_ hash: UInt64) -> String {
        let digits = String(hash >> 32, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Reads the root value.
    func root() throws(DocumentProblems) -> JSONValue {
        switch content {
        case .value(let value): return value
        case .bytes(let bytes):
            return try JSONValue(parsing: bytes) { error in
                let problem = DocumentProblem(DocumentPath(), error.message)
                return DocumentProblems([problem.placed(in: name, line: error.line, column: error.column)])
            }
        }
    }

    /// Returns the problems with the name of the document and, if it is text, with their places in it, in order.
    func placed(_ problems: [DocumentProblem]) -> [DocumentProblem] {
        placed(problems, problem: \.self) { $1 }
    }

    /// Things with a problem, each with its place in the document, in the order of their places.
    ///
    /// - Parameters:
    ///   - things: the things.
    ///   - problem: the problem of a thing.
    ///   - replace: the thing with the problem that has its place.
    func placed<Thing>(
        _ things: [Thing], problem: (Thing) -> DocumentProblem, replace: (Thing, DocumentProblem) -> Thing
    ) -> [Thing] {
        guard !things.isEmpty else { return [] }
        guard case .bytes(let bytes) = content else {
            return things.map { replace($0, problem($0).placed(in: name, line: nil, column: nil)) }
        }
        let places = JSONPlaces(bytes)
        let located = things.enumerated().map { index, thing in
            (place: places.place(of: problem(thing).path), index: index, thing: thing)
        }
        let sorted = located.sorted {
            ($0.place.line, $0.place.column, $0.index) < ($1.place.line, $1.place.column, $1.index)
        }
        return sorted.map { thing in
            let (line, column) = thing.place
            return replace(thing.thing, problem(thing.thing).placed(in: name, line: line, column: column))
        }
    }
}
