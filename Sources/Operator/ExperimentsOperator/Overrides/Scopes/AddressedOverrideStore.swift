import ExperimentsCore

/// A store as the journal sees it: the overrides of all scopes by their addresses, so that one journal keeps the changes
/// of all of them, in the order in which they were made.
final class AddressedOverrideStore: OverrideStore {
    private let store: any OverrideStore

    init(_ store: any OverrideStore) {
        self.store = store
    }

    var overrides: OverrideSet { store.overrides.addressed }

    var problem: OverrideStoreProblem? { store.problem }

    func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        try update(change, announcing: { _ in }, recording: { _ in })
    }

    func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate {
        try store.update(
            { overrides in
                var addressed = overrides.addressed
                try change(&addressed)
                overrides = try addressed.unaddressed()
            },
            announcing: { try announcing($0.addressed) }, recording: { recording($0.addressed) }
        ).addressed
    }

    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        store.observe { handler(OverrideStoreState(overrides: $0.overrides.addressed, problem: $0.problem)) }
    }
}

extension OverrideUpdate {
    /// The same by addresses.
    fileprivate var addressed: OverrideUpdate {
        OverrideUpdate(before: before.addressed, after: after.addressed)
    }

    /// The same as it is kept, of one by addresses.
    func unaddressed() throws(ScopedOverridesProblem) -> OverrideUpdate {
        OverrideUpdate(before: try before.unaddressed(), after: try after.unaddressed())
    }
}
