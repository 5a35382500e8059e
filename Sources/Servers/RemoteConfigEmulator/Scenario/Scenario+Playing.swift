import FirebaseConfig

extension Scenario {
    /// Plays the script on a project until it is over, or until the calling task is cancelled. Each step is one version.
    ///
    /// - Parameters:
    ///   - clock: what measures the time between steps.
    ///   - onStep: called after each step with the version it made.
    /// - Throws: `UnknownProject`, and `CancellationError` when the task was cancelled.
    public func play(
        on emulator: Emulator, projectID: String, clock: some Clock<Duration> = ContinuousClock(),
        onStep: @Sendable (Step, _ version: Int64) -> Void = { _, _ in }
    ) async throws {
        repeat {
            for step in steps {
                try await clock.sleep(for: step.delay)
                let version = try emulator.edit(projectID) { template, experiments in
                    for edit in step.edits { apply(edit, to: &template, &experiments) }
                }
                onStep(step, version)
            }
        } while repeats && !steps.isEmpty
    }
}
