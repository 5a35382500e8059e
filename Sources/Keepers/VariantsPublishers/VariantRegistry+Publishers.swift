import ExperimentsCore
import Variants

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension VariantRegistry {
    /// Publishes an element for each change to flags, variants or condition types after the subscription, on the thread
    /// that made it. It never finishes.
    public var changePublisher: AnyPublisher<Void, Never> {
        Deferred {
            let changes = PassthroughSubject<Void, Never>()
            // Subjects are safe to use from any thread but are not declared so.
            nonisolated(unsafe) let sink = changes
            let observation = self.observe { _ in sink.send(()) }
            return changes.handleEvents(receiveCancel: { observation.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Returns a publisher for the value of a flag for a persona. It publishes the current reading on subscription, and
    /// then each new one after a change to the registry, on the thread that made it. It never finishes.
    ///
    /// A change that does not affect the value and its variant is not published. If `RANDOM` decides, give the persona
    /// a seed, because otherwise each change would draw a new number.
    ///
    /// - Parameters:
    ///   - flag: the name of the flag. If there is no such flag, the reading is a failure, until a change adds it.
    ///   - persona: the user that it is read for.
    public func readingPublisher(of flag: String, for persona: Persona) -> AnyPublisher<FlagReading, Never> {
        Deferred {
            let readings = CurrentValueSubject<FlagReading, Never>(self.anyReading(of: flag, for: persona))
            nonisolated(unsafe) let sink = readings
            let observation = self.observe { sink.send($0.anyReading(of: flag, for: persona)) }
            // A change between the first reading and the start of the observation was not reported.
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
