import ExperimentEventStore
import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse

extension ProjectEvents {
    /// The folder of a warehouse's latest answers, next to the events.
    private var answersFolder: String { PathText.join(PathText.folder(of: path), "warehouse") }

    /// Returns the store that counts in the project's warehouse; nil if it has none.
    ///
    /// Looks at the results are stored in the database of events, which is created for them.
    func warehouseStore(of project: Project) -> WarehouseStore? {
        guard let declared = WarehouseProject(project, of: definitions) else { return nil }
        let looks = OpenedStore { try await openForLooks() }
        return WarehouseStore(
            declared,
            client: WarehouseProgram(declared.warehouse, folder: project.folder, consent: consent),
            answers: KeptAnswers(in: isReadOnly ? nil : answersFolder), isFresh: isFresh,
            local: { try await looks.store() }, watching: Self.ticks(every: declared.warehouse.refresh))
    }

    private func openForLooks() async throws -> EventDatabase? {
        try EventDatabase.checkPresence(of: path)
        if FileStatus(of: path) != nil {
            guard !isReadOnly, EventDatabase.canStore(at: path) else { return try openForReading() }
            return try await open()
        }
        // Without permission to write, results are shown, but looks are not stored.
        return isReadOnly ? nil : try? await open()
    }

    /// Calls a handler regularly, on any thread, because a warehouse does not say when it has new events.
    private static func ticks(
        every interval: Duration
    ) -> @Sendable (@escaping @Sendable () -> Void) -> ObservationHandle {
        { handler in
            let ticking = Task {
                while true {
                    try await Task.sleep(for: interval)
                    handler()
                }
            }
            return ObservationHandle { ticking.cancel() }
        }
    }
}
