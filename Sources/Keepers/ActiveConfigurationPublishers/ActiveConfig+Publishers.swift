import ActiveConfiguration
import ExperimentsCore

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension ActiveConfig {
    /// The section as it is, if there is one, then as it is after each deep change, and nil when it goes away; on the
    /// listener queue, as listeners are called. A subscriber that asks for values one by one gets the newest. It never
    /// finishes.
    public func sectionPublisher(named sectionName: String) -> AnyPublisher<ActiveConfigSection?, Never> {
        Deferred {
            // Nil until there is something to tell.
            let sections = CurrentValueSubject<ToldSection?, Never>(nil)
            let sink = Sink(sections)
            let observation = self.observeSection(named: sectionName) { section in
                sink.subject.send(ToldSection(number: (sink.subject.value?.number ?? 0) + 1, section: section))
            }
            // A value that is sent while somebody subscribes comes twice: as the current one, and as a new one.
            return sections.compactMap(\.self).removeDuplicates { $0.number == $1.number }.map(\.section)
                .handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Each event from the subscription on, on the thread that caused it. It never finishes.
    public var eventPublisher: AnyPublisher<ActiveConfigEvent, Never> {
        Deferred {
            let events = PassthroughSubject<ActiveConfigEvent, Never>()
            let sink = Sink(events)
            let observation = self.observe { sink.subject.send($0) }
            return events.handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// A download of the current user's configuration, begun by each subscription; its end arrives on any thread. A
    /// subscriber that cancels leaves the download, which goes on for others that wait for it.
    ///
    /// - Returns: a publisher of one report, or of why nothing changed.
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

/// What observers of a section were told, counted: nil where the section went away.
private struct ToldSection {
    let number: Int
    let section: ActiveConfigSection?
}

/// The promise of a download, which is kept once and on one thread; unchecked, because its type does not say so.
private struct DownloadEnd: @unchecked Sendable {
    let promise: (Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>) -> Void

    init(_ promise: @escaping (Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>) -> Void) {
        self.promise = promise
    }
}

/// A subject on its way into an observer; unchecked, because subjects are safe to use from any thread and do not say so.
private struct Sink<Wrapped: Subject>: @unchecked Sendable {
    let subject: Wrapped

    init(_ subject: Wrapped) {
        self.subject = subject
    }
}
