/// The values that a source was last known to hold, in a small form: long texts are kept as their beginning and a hash.
struct KnownValues: Equatable {
    /// The largest size, in bytes, that is kept.
    static let sizeLimit = 4 << 20

    /// The text of each name as it is kept; nil for the app's default.
    private var texts: [String: String?]

    /// Returns nil if the values are larger than ``sizeLimit``.
    init?(_ snapshot: Snapshot) {
        func size(longest: Int) -> Int {
            snapshot.entries.reduce(0) { $0 + $1.key.utf8.count + min($1.value.text?.utf8.count ?? 4, longest) + 6 }
        }
        if size(longest: .max / 2) < Self.sizeLimit {
            texts = snapshot.entries.mapValues(\.text)
        } else if size(longest: CutText.limit) < Self.sizeLimit {
            texts = snapshot.entries.mapValues { entry in entry.text.map(Self.kept) }
        } else {
            return nil
        }
    }

    /// The values as the source sends them; nil if some were too long to be kept whole.
    var entries: [String: Snapshot.Entry]? {
        guard texts.values.allSatisfy({ $0?.contains(Self.separator) != true }) else { return nil }
        return texts.mapValues { Snapshot.Entry(text: $0) }
    }

    /// Returns the changes since `old`. Values are given as they are kept.
    func difference(from old: KnownValues) -> SnapshotDifference {
        var changes: [String: SnapshotDifference.Change] = [:]
        for (name, text) in texts {
            guard let before = old.texts[name] else {
                changes[name] = .added(text.map(Self.shown))
                continue
            }
            if before != text, before.map(Self.kept) != text.map(Self.kept) {
                changes[name] = .changed(from: before.map(Self.shown), to: text.map(Self.shown))
            }
        }
        for (name, text) in old.texts where texts[name] == nil { changes[name] = .removed(text.map(Self.shown)) }
        return SnapshotDifference(changes: changes)
    }

    /// Returns a long text as its beginning, a separator that no source sends, and a hash of the whole text.
    private static func kept(_ text: String) -> String {
        guard text.utf8.count > CutText.limit, !text.contains(separator) else { return text }
        return CutText.of(text) + String(separator) + String(ContentHash(text.utf8).value, radix: 16)
    }

    private static func shown(_ kept: String) -> String {
        kept.firstIndex(of: separator).map { String(kept[..<$0]) } ?? CutText.of(kept)
    }

    private static let separator: Character = "\u{0}"

    /// The document in UTF-8.
    var documentBytes: [UInt8] {
        let members = texts.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: $0.value.map(JSONValue.string) ?? .null)
        }
        var document = JSONObject()
        document["version"] = 1
        document["values"] = .object(JSONObject(distinct: members))
        return JSONValue.object(document).compactBytes
    }

    /// Returns nil if the bytes are not such a document. Nothing is then known.
    init?(parsing bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes))?.object, object["version"] == 1,
            let values = object["values"]?.object
        else { return nil }
        texts = Dictionary(values.members.map { ($0.name, $0.value.string) }) { first, _ in first }
    }
}
