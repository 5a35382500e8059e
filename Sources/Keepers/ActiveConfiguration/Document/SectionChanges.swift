/// The sections in which one configuration differs from another.
struct SectionChanges: Equatable {
    /// The names of the sections that are new or deeply different, in the order of the new configuration.
    let changed: [String]
    /// The names of the sections that the new configuration does not have, in alphabetical order.
    let removed: [String]

    init(from old: ActiveConfigState, to new: ActiveConfigState) {
        changed = new.sectionNames.filter { old.sections[$0] != new.sections[$0] }
        removed = old.sectionNames.filter { new.sections[$0] == nil }.sorted()
    }

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    /// All names, in the order in which listeners are called.
    var names: [String] { changed + removed }
}
