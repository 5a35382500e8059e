/// What a source was last known to hold, small enough to be kept: of long texts the beginning and a hash.
struct KnownValues: Equatable {
    /// More than this is not kept, in bytes.
    static let sizeLimit = 1 << 20

    /// A text as it is kept; nil for the app's default.
    private var texts: [String: String?]

    /// Nil where there is more than is kept.
    init?(_ snapshot: Snapshot) {
        let size = snapshot.entries.reduce(0) {
            $0 + $1.key.utf8.count + min($1.value.text?.utf8.count ?? 4, CutText.limit) + 6
        }
        guard size < Self.sizeLimit else { return nil }
        texts = snapshot.entries.mapValues { entry in entry.text.map(Self.kept) }
    }

    /// What changed since; the values as they are kept.
    func difference(from old: KnownValues) -> SnapshotDifference {
        var changes: [String: SnapshotDifference.Change] = [:]
        for (name, text) in texts {
            guard let before = old.texts[name] else {
                changes[name] = .added(text.map(Self.shown))
                continue
            }
            if before != text { changes[name] = .changed(from: before.map(Self.shown), to: text.map(Self.shown)) }
        }
        for (name, text) in old.texts where texts[name] == nil { changes[name] = .removed(text.map(Self.shown)) }
        return SnapshotDifference(changes: changes)
    }

    /// A long text as its beginning, a separator that no text of a source holds, and a hash of all of it.
    private static func kept(_ text: String) -> String {
        guard text.utf8.count > CutText.limit else { return text }
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return CutText.of(text) + String(separator) + String(hash, radix: 16)
    }

    private static func shown(_ kept: String) -> String {
        kept.firstIndex(of: separator).map { String(kept[..<$0]) } ?? kept
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

    /// Nil for what is no such document: then nothing is known.
    init?(parsing bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes))?.object, object["version"] == 1,
            let values = object["values"]?.object
        else { return nil }
        texts = Dictionary(values.members.map { ($0.name, $0.value.string) }) { first, _ in first }
    }
}
