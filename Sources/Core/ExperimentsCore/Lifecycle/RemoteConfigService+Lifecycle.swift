import Foundation

extension RemoteConfigService {
    /// Fetches whenever the app comes to the foreground, unless the latest fetch that succeeded is younger than `age`,
    /// until the returned handle is cancelled or released. Where apps have no background, as on Linux, it never does.
    ///
    /// In Low Data Mode nothing is fetched this way; `fetch()` does it all the same. How a fetch went is in `history`.
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
