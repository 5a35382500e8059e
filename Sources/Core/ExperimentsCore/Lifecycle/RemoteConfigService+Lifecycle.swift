import Foundation

extension RemoteConfigService {
    /// Fetches whenever the app comes to the foreground, unless the latest successful fetch is more recent than `age`,
    /// until the returned handle is cancelled or released. On Linux, where apps have no background, it never fetches.
    ///
    /// It does not fetch in Low Data Mode; `fetch()` does. The `history` contains the results.
    public func fetchInForeground(unlessYoungerThan age: Duration = .seconds(60)) -> ObservationHandle {
        fetchInForeground(unlessYoungerThan: age, of: .system)
    }

    package func fetchInForeground(
        unlessYoungerThan age: Duration = .seconds(60), of presence: AppPresence
    ) -> ObservationHandle {
        presence.observe { [weak self] lifecycle in
            guard lifecycle.isActive, let self, !hasFetched(within: age) else { return }
            Task { try? await self.fetch() }
        }
    }

    private func hasFetched(within age: Duration) -> Bool {
        guard let last = cache.inputs.fetchedAt else { return false }
        return now().timeIntervalSince(last) < age.inSeconds
    }
}
