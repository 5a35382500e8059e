import ActiveConfiguration
import ExperimentsCore

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension ActiveConfig {
    /// Publishes the current section, if there is one, then the section after each deep change, and nil when it is
    /// removed.
    ///
    /// Values are published on the listener queue. A subscriber with limited demand gets the newest value when it
    /// requests the next one. The publisher never finishes.
    public func sectionPublisher(named sectionName: String) -> AnyPublisher<ActiveConfigSection?, Never> {
        Deferred {
            // The value, nil if it was removed, with the number of values before it. Nil until the first value.
            let sections = CurrentValueSubject<(number: Int, section: ActiveConfigSection?)?, Never>(nil)
            // Subjects may be used from any thread, but are not declared Sendable.
            nonisolated(unsafe) let sink = sections
            let observation = self.observeSection(named: sectionName) { section in
                sink.send((number: (sink.value?.number ?? 0) + 1, section: section))
            }
            // A value that is sent during a subscription arrives twice, as the current one and as a new one; its number shows
            // that.
            return sections.compactMap(\.self).removeDuplicates { $0.number == $1.number }.map(\.section)
                .handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Publishes each event after the subscription, on the thread that caused it. The publisher never finishes.
    public var eventPublisher: AnyPublisher<ActiveConfigEvent, Never> {
        Deferred {
            let events = PassthroughSubject<ActiveConfigEvent, Never>()
            nonisolated(unsafe) let sink = events
            let observation = self.observe { sink.send($0) }
            return events.handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Downloads the current user's configuration for each subscription, and publishes one report, or fails with the
    /// reason why nothing changed.
    ///
    /// Both are published on any thread. When a subscription is cancelled, the download continues for other callers
    /// that wait for it.
    public var downloadPublisher: AnyPublisher<ActiveConfigDownloadReport, ActiveConfigDownloadFailure> {
        Deferred {
            var task: Task<Void, Never>?
            let future = Future<ActiveConfigDownloadReport, ActiveConfigDownloadFailure> { promise in
                // Called once; its type is not declared Sendable.
                nonisolated(unsafe) let promise = promise
                task = Task {
                    do throws(ActiveConfigDownloadFailure) {
                        promise(.success(try await self.downloadNewConfig()))
                    } catch {
                        promise(.failure(error))
                    }
                }
            }
            let download = task
            return future.handleEvents(receiveCancel: { download?.cancel() })
        }
        .eraseToAnyPublisher()
    }
}
