import ExperimentsSourceScanning

/// The places that are not changed, while the files around them are.
struct LeftPlaces {
    private struct Note: Hashable {
        let draft: Int
        let place: FileDraft.Place
        let reason: LeftReason
        /// Whether the place may still read the key.
        let keepsKey: Bool
    }

    private var drafts: [FileDraft] = []
    private var notes: [Note] = []

    /// Adds a place in the current content of a file.
    mutating func add(_ draft: FileDraft, _ offset: Int, _ reason: LeftReason, keepsKey: Bool = false) {
        let index = drafts.firstIndex { $0 === draft } ?? drafts.endIndex
        if index == drafts.endIndex { drafts.append(draft) }
        let note = Note(draft: index, place: draft.place(of: offset), reason: reason, keepsKey: keepsKey)
        if !notes.contains(note) { notes.append(note) }
    }

    /// Whether a place that is still there may read the key.
    var keepsKey: Bool {
        notes.contains { $0.keepsKey && drafts[$0.draft].currentOffset(of: $0.place) != nil }
    }

    /// Adds a place unless a reason is known for its line.
    mutating func addUnlessNoted(_ draft: FileDraft, _ offset: Int, _ reason: LeftReason) {
        let line = SourcePlace(of: offset, in: draft.bytes, path: draft.path).line
        let isNoted = notes.contains { note in
            drafts[note.draft] === draft
                && draft.currentOffset(of: note.place).map {
                    SourcePlace(of: $0, in: draft.bytes, path: draft.path).line == line
                } ?? false
        }
        if !isNoted { add(draft, offset, reason) }
    }

    /// Returns the places, sorted. A place whose code is gone is none.
    ///
    /// - Parameter refused: the files that stay as they are.
    func places(refused: Set<String>) -> [FlagRetirement.LeftPlace] {
        let found = notes.compactMap { note -> FlagRetirement.LeftPlace? in
            let draft = drafts[note.draft]
            let before = SourcePlace(
                of: draft.originalOffset(of: note.place), in: draft.original, path: draft.path)
            guard !refused.contains(draft.path) else {
                return FlagRetirement.LeftPlace(place: before, after: before, reason: note.reason.text)
            }
            guard let offset = draft.currentOffset(of: note.place) else { return nil }
            let after = SourcePlace(of: offset, in: draft.bytes, path: draft.path)
            return FlagRetirement.LeftPlace(place: before, after: after, reason: note.reason.text)
        }
        var seen: Set<String> = []
        return found.sorted().filter { seen.insert("\($0)").inserted }
    }
}
