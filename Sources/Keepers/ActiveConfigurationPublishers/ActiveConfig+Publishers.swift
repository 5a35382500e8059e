import ActiveConfiguration
import ExperimentsCore

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension ActiveConfig {
    /// Publishes the section as it is, if there is one, then as it is after each deep change, and nil when it is removed.
    ///
    /// Values come on the listener queue. A subscriber whose demand is limited gets the newest value when it asks for the
    /// next one. The publisher never finishes.
    public func sectionPublisher(named sectionName: String) -> AnyPublisher<ActiveConfigSection?, Never> {
        Deferred {
            // Nil until the first value.
            let sections = CurrentValueSubject<ToldSection?, Never>(nil)
            let sink = Sink(sections)
            let observation = self.observeSection(named: sectionName) { section in
                sink.subject.send(ToldSection(number: (sink.subject.value?.number ?? 0) + 1, section: section))
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
            let sink = Sink(events)
            let observation = self.observe { sink.subject.send($0) }
            return events.handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Downloads the current user's configuration for each subscription, and publishes one report, or fails with the reason
    /// why nothing changed.
    ///
    /// Both come on any thread. When a subscription is cancelled, the download continues for other callers that wait for it.
    public var downloadPublisher: AnyPublisher<ActiveConfigDownloadReport, ActiveConfigDownloadFailure> {
        Deferred {
            var task: Task<Void, Never>?
            let future = Future<ActiveConfigDownloadReport, ActiveConfigDownloadFailure> { promise in
                let end = DownloadEnd(promise)
                task = Task {
                    do throws(ActiveConfigDownloadFailure) {
                        end.promise(.success(try await self.downloadNewConfig()))
                    } catch {
                        end.promise(.failure(error))
                    }
                }
            }
            let download = task
            return future.handleEvents(receiveCancel: { download?.cancel() })
        }
        .eraseToAnyPublisher()
    }
}

/// A value of a section, nil if it was removed, with the number of values before it.
private struct ToldSection {
    let number: Int
    let section: ActiveConfigSection?
}

/// The promise of a download. Unchecked, because the promise is not declared Sendable; it is called once.
private struct DownloadEnd: @unchecked Sendable {
    let promise: (Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>) -> Void

    init(_ promise: @escaping (Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>) -> Void) {
        self.promise = promise
    }
}

/// A subject that an observer captures. Unchecked, because subjects may be used from any thread but are not declared
/// Sendable.
private struct Sink<Wrapped: Subject>: @unchecked Sendable {
    let subject: Wrapped

    init(_ subject: Wrapped) {
        self.subject = subject
    }
}
