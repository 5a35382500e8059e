import ExperimentsCore
import Locks

/// Hands what comes from several tasks to the one that waits for it, one after the other. Who brings something waits
/// until it is taken, so that a fast server has to wait for a slow reader; an `AsyncStream` would keep all it sends.
final class EtcdMailbox: Sendable {
    private struct State {
        var letters: [(EtcdWatch.Input, CheckedContinuation<Void, Never>)] = []
        var reader: CheckedContinuation<EtcdWatch.Input?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Delivers an element, and waits until it is taken or the receiver has ended.
    func post(_ input: EtcdWatch.Input) async {
        await withCheckedContinuation { sender in
            let (reader, isDone) = state.withLock { state in
                guard !state.isClosed else { return (nil, true) as Handover }
                guard let reader = state.reader else {
                    state.letters.append((input, sender))
                    return (nil, false)
                }
                state.reader = nil
                return (reader, true)
            }
            reader?.resume(returning: input)
            if isDone { sender.resume() }
        }
    }

    private typealias Handover = (reader: CheckedContinuation<EtcdWatch.Input?, Never>?, isDone: Bool)

    /// Waits for something; nil once it is closed, or where the task is cancelled. One task alone may wait.
    func next() async -> EtcdWatch.Input? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let (letter, isOver) = state.withLock { state in
                    guard !state.isClosed else { return (nil, true) as Delivery }
                    guard !state.letters.isEmpty else {
                        state.reader = reader
                        return (nil, false)
                    }
                    return (state.letters.removeFirst(), false)
                }
                if let letter {
                    reader.resume(returning: letter.0)
                    letter.1.resume()
                } else if isOver {
                    reader.resume(returning: nil)
                }
            }
        } onCancel: {
            close()
        }
    }

    private typealias Delivery = (letter: (EtcdWatch.Input, CheckedContinuation<Void, Never>)?, isOver: Bool)

    /// Ends the mailbox, and resumes all waiting tasks.
    func close() {
        let (letters, reader) = state.withLock { state in
            defer {
                state.letters = []
                state.reader = nil
                state.isClosed = true
            }
            return (state.letters, state.reader)
        }
        reader?.resume(returning: nil)
        for (_, sender) in letters { sender.resume() }
    }
}
