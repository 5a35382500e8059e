import ExperimentsCore

/// The value that a name had from one moment on.
package struct KeptValue: Sendable {
    /// The moment at which the name got this value.
    package let moment: ValueMoment
    /// The value; nil if the source did not have the name.
    package let text: KeptText?
    /// Whether this is the first known value, so that the name may have had it before `moment`.
    package let isFirst: Bool

    package init(moment: ValueMoment, text: KeptText?, isFirst: Bool) {
        (self.moment, self.text, self.isFirst) = (moment, text, isFirst)
    }
}

extension ValueHistory {
    /// Returns the values that a name had, the oldest first; an empty array if none are stored.
    ///
    /// - Throws: `FileProblem` if something cannot be read.
    package func values(of name: String) throws(FileProblem) -> [KeptValue] {
        var values: [KeptValue] = []
        try replay { moment, change, texts in
            switch change {
            case .first: values.append(KeptValue(moment: moment, text: texts[name], isFirst: true))
            case .changes(let before):
                guard before[name] != nil else { return }
                values.append(KeptValue(moment: moment, text: texts[name], isFirst: false))
            }
        }
        return values
    }

    /// Returns the values that each name had, the oldest first.
    ///
    /// - Throws: `FileProblem` if something cannot be read.
    package func valuesByName() throws(FileProblem) -> [String: [KeptValue]] {
        var values: [String: [KeptValue]] = [:]
        var first: ValueMoment?
        try replay { moment, change, texts in
            switch change {
            case .first:
                first = moment
                for (name, text) in texts {
                    values[name] = [KeptValue(moment: moment, text: text, isFirst: true)]
                }
            case .changes(let before):
                for name in before.keys {
                    // The first moment lists all names, so this one did not exist then.
                    let absent = first.map { [KeptValue(moment: $0, text: nil, isFirst: true)] } ?? []
                    values[name, default: absent].append(
                        KeptValue(moment: moment, text: texts[name], isFirst: false))
                }
            }
        }
        return values
    }
}

/// A string of a source as stored in a history: whole, or, if it is long, its beginning with its length and hash.
package enum KeptText: Sendable, Hashable {
    /// The source tells the app to use its own default.
    case appDefault
    /// The whole text, which is not longer than the limit.
    case whole(String)
    /// The beginning of a string, the length of all of it in bytes, and its hash.
    case beginning(String, bytes: Int, hash: String)

    /// The length, in bytes, up to which a string is stored whole.
    package static let wholeLimit = 64 << 10

    /// - Parameter limit: the longest text, in bytes, that is stored whole.
    package init(_ text: String?, limit: Int = wholeLimit) {
        guard let text else {
            self = .appDefault
            return
        }
        let bytes = text.utf8.count
        guard bytes > limit else {
            self = .whole(text)
            return
        }
        self = .beginning(
            String(text.prefix(KeptText.cutLimit)), bytes: bytes, hash: ContentHash(text.utf8).text)
    }

    /// The text as the source sends it; for a string that is not stored whole, its beginning with a sign that there is
    /// more.
    package var text: String? {
        switch self {
        case .appDefault: nil
        case .whole(let text): text
        case .beginning(let text, _, _): text + "…"
        }
    }

    /// The length of the source's text in bytes, if only its beginning is stored; otherwise nil.
    package var cutBytes: Int? {
        if case .beginning(_, let bytes, _) = self { bytes } else { nil }
    }

    /// Returns whether both are the same text, stored whole or not.
    package func isSame(as other: KeptText) -> Bool {
        switch (self, other) {
        case (.whole(let text), .beginning(_, let bytes, let hash)),
            (.beginning(_, let bytes, let hash), .whole(let text)):
            text.utf8.count == bytes && ContentHash(text.utf8).text == hash
        default: self == other
        }
    }

    /// Returns whether both are the same, byte by byte.
    package static func == (left: KeptText, right: KeptText) -> Bool {
        switch (left, right) {
        case (.appDefault, .appDefault): true
        case (.whole(let left), .whole(let right)): left.isExactly(right)
        case (.beginning(_, let bytes, let hash), .beginning(_, let otherBytes, let otherHash)):
            bytes == otherBytes && hash == otherHash
        default: false
        }
    }

    /// Hashes what is compared.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .appDefault: hasher.combine(0)
        case .whole(let text): hasher.combine(ExactText(text))
        case .beginning(_, let bytes, let hash):
            hasher.combine(bytes)
            hasher.combine(hash)
        }
    }
}

// `null` for the app's default, a string, or `{"begins", "bytes", "hash"}`.
extension KeptText {
    var json: JSONValue {
        switch self {
        case .appDefault: .null
        case .whole(let text): .string(text)
        case .beginning(let text, let bytes, let hash):
            ["begins": .string(text), "bytes": .number(String(bytes)), "hash": .string(hash)]
        }
    }

    init?(_ json: JSONValue) {
        switch json {
        case .null: self = .appDefault
        case .string(let text): self = .whole(text)
        case .object(let object):
            guard let text = object["begins"]?.string, let bytes = object["bytes"]?.int,
                let hash = object["hash"]?.string
            else { return nil }
            self = .beginning(text, bytes: bytes, hash: hash)
        default: return nil
        }
    }
}

/// The complete content of a source at one moment, in a form that is small enough to store.
struct KeptContent {
    /// The largest content, in bytes, that is stored.
    static let sizeLimit = 4 << 20

    private(set) var texts: ExactDictionary<KeptText>

    /// Returns nil if the content is larger than ``sizeLimit`` even with long strings cut.
    init?(_ snapshot: Snapshot) {
        func size(longest: Int) -> Int {
            snapshot.entries.reduce(0) {
                $0 + $1.key.utf8.count + min($1.value.text?.utf8.count ?? 4, longest) + 6
            }
        }
        // If the content is too large, only the beginning of each long text is stored.
        guard
            let limit = [KeptText.wholeLimit, KeptText.cutLimit].first(where: {
                size(longest: $0) < Self.sizeLimit
            })
        else { return nil }
        texts = snapshot.entries.mapValues { KeptText($0.text, limit: limit) }
    }

    /// Returns the changes from an older content to this one, by name; nil for a removed name.
    func changes(from old: ExactDictionary<KeptText>) -> ExactDictionary<KeptText?> {
        var changes = ExactDictionary<KeptText?>()
        for (name, text) in texts where old[name].map(text.isSame) != true { changes[name] = .some(text) }
        for name in old.keys where texts[name] == nil { changes[name] = .some(nil) }
        return changes
    }

    /// Returns the changes since other content, with long values cut.
    func difference(from old: ExactDictionary<KeptText>) -> SnapshotDifference {
        var changes = ExactDictionary<SnapshotDifference.Change>()
        for (name, new) in self.changes(from: old) {
            let text = new?.text.map(KeptText.cut)
            switch (old[name], new) {
            case (nil, _): changes[name] = .added(text)
            case (let before?, nil): changes[name] = .removed(before.text.map(KeptText.cut))
            case (let before?, _): changes[name] = .changed(from: before.text.map(KeptText.cut), to: text)
            }
        }
        return SnapshotDifference(changes: changes)
    }
}

/// Cuts long strings for a log.
extension KeptText {
    static let cutLimit = 500

    /// Returns the text, or the beginning of a long one with a sign that there is more.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > cutLimit else { return text }
        return String(text.prefix(cutLimit)) + "…"
    }
}
