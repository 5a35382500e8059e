/// Says why a source has no value for a name, if it is known.
struct SourceAbsence {
    private let snapshot: Snapshot
    /// Made when the first name is missing.
    private lazy var lookAlikes = LookAlikes(among: snapshot.entries.keys)

    init(in snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    /// Returns the source's reason, or the name that only looks the same; nil if there is neither.
    mutating func reason(for name: String) -> String? {
        if let problem = snapshot.problems[name] { return problem }
        guard !snapshot.entries.isEmpty, let other = lookAlikes.name(like: name) else { return nil }
        return
            "the source has \(LookAlikes.spelled(other)), which only looks the same as \(LookAlikes.spelled(name))"
    }
}
