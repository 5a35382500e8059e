import ExperimentsCore
import Variants

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension VariantRegistry {
    /// An element for each change of flags, variants or condition types from the subscription on, on the thread that
    /// made it. It never finishes.
    public var changePublisher: AnyPublisher<Void, Never> {
        Deferred {
            let changes = PassthroughSubject<Void, Never>()
            let sink = Sink(changes)
            let observation = self.observe { _ in sink.subject.send(()) }
            return changes.handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// The value of a flag for a persona: the reading there is on subscription, then each other one after a change of
    /// the registry, on the thread that made it. It never finishes.
    ///
    /// A change that leaves the value as it is, and its variant, is none. Give the persona a seed where `RANDOM` decides:
    /// each change would draw anew otherwise.
    ///
    /// - Parameters:
    ///   - flag: the flag's name. A reading of a flag that is not there is a failure, and the next one may be none.
    ///   - persona: whom it is read for.
    public func readingPublisher(of flag: String, for persona: Persona) -> AnyPublisher<FlagReading, Never> {
        Deferred {
            let readings = CurrentValueSubject<FlagReading, Never>(self.anyReading(of: flag, for: persona))
            let sink = Sink(readings)
            let observation = self.observe { sink.subject.send($0.anyReading(of: flag, for: persona)) }
            // A change between the first reading and the observation was told to nobody.
            readings.send(self.anyReading(of: flag, for: persona))
            return readings.removeDuplicates().handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    private func anyReading(of flag: String, for persona: Persona) -> FlagReading {
        do throws(FlagProblem) {
            return try reading(flag, for: persona)
        } catch {
            return FlagReading(flag: flag, value: .failure(error), variant: nil)
        }
    }
}

/// A subject on its way into an observer; unchecked, because subjects are safe to use from any thread and do not say so.
private struct Sink<Wrapped: Subject>: @unchecked Sendable {
    let subject: Wrapped

    init(_ subject: Wrapped) {
        self.subject = subject
    }
}
