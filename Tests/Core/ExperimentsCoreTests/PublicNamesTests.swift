import Foundation
import TestSupport
import Testing

/// The names that an app sees by `import Experiments`: all that is public in the core and in its support. What else any
/// part of this package needs is `package`, and may change without a thought for apps.
@Suite("The names that apps see", .inTurn)
struct PublicNamesTests {
    private static let names: [String: Set<String>] = [
        "keys": ["CatalogKey", "DeclarationProblem", "KeyCatalog", "RemoteKey", "TitledRemoteKey"],
        "values": [
            "BaselinableRemoteValue", "BaselineBoolRemoteValue", "BaselineDoubleRemoteValue",
            "BaselineIntRemoteValue",
            "BaselineStringRemoteValue", "BoolEnumRemoteValue", "BoolInitializableRemoteValue",
            "BoolRemoteValue",
            "BooleanPolicy", "DoubleInitializableRemoteValue", "DoubleRemoteValue",
            "ExperimentalGroupTrackable",
            "IncorrectValue", "IntInitializableRemoteValue", "IntRemoteValue", "JSONInitializableRemoteValue",
            "JSONRemoteValue", "RemoteValue", "StringInitializableRemoteValue", "StringRemoteValue",
            "ValueKind",
            "ValueReading", "ValueSchema",
        ],
        "keepers": [
            "ContextDecision", "DecidedSnapshot", "EvaluationReason", "ExperimentAssignment",
            "ExplainingKeeper",
            "ExplanationLine", "FetchFailure", "FetchOutcome", "FetchTrigger", "InMemoryRemoteConfigKeeper",
            "KeeperNotice", "LaunchValuesKeeper", "LayeredRemoteConfigKeeper", "LiveStatus", "PersonaKeeper",
            "RemoteConfigKeeper", "Snapshot", "SnapshotDifference", "SourceNote", "SourcePersona",
        ],
        "service": [
            "DefaultsDocument", "EventFileTracker", "ExperimentTracker", "Exposure", "ExposurePolicy",
            "FetchHistory",
            "FetchRecord",
            "KeyEvent", "ObservationHandle", "RemoteConfigService", "ServiceEvent", "TrackingEvent",
            "ValueTypeMismatch", "ValuesInUse",
        ],
        "overrides": [
            "InMemoryOverrideStore", "JSONOverrideStore", "LayeredOverrideStore", "Override",
            "OverrideDocumentProblem",
            "OverrideEnd", "OverrideLayer", "OverrideSet", "OverrideSource", "OverrideStore",
            "OverrideStoreProblem",
            "OverrideStoreState", "OverrideUpdate",
        ],
        "reports": ["KeyStatus", "Report", "ReportRow", "Resolution", "StatusCounts", "ValueSupplier"],
        "documents and files": [
            "DocumentPath", "ExactDictionary", "FileProblem", "JSONObject", "JSONProblem", "JSONValue",
        ],
        // Public as a payload of the dashboard's messages; nothing in them is.
        "opaque": ["OverrideJournal", "OverrideProfile"],
    ]

    private func source(_ target: String) throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Core/\(target)").standardized
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test("apps see keys, values, keepers, service, overrides and reports, and nothing else")
    func names() throws {
        let declaration = #/^(?:@\S+ )*(?:public|open) (?:final |indirect )*(?:\w+) (\w+)/#
            .anchorsMatchLineEndings()
        let found = try (source("ExperimentsCore") + source("ExperimentsSupport")).flatMap { text in
            text.matches(of: declaration).map { String($0.output.1) }
        }
        let expected = Self.names.values.reduce(into: Set()) { $0.formUnion($1) }
        #expect(Set(found).subtracting(expected).sorted() == [], "public, and not for apps: make it package")
        #expect(expected.subtracting(found).sorted() == [], "no longer public: apps may miss it")
    }

    @Test("nothing that apps would see is added to types of the standard library and of Foundation")
    func extensions() throws {
        let extended =
            #/^extension (?:String|Substring|Int|Int64|Double|Bool|Duration|Date|Array|Sequence)\b/#
        for text in try source("ExperimentsCore") + source("ExperimentsSupport") {
            var isForeign = false
            for line in text.split(separator: "\n") {
                if line.hasPrefix("extension ") { isForeign = line.contains(extended) }
                if line == "}" { isForeign = false }
                #expect(!isForeign || !line.contains("public "))
            }
        }
    }
}
