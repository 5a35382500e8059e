import ExperimentsCore
import ExperimentsLocks

/// A Keychain in memory, which can be made to refuse.
package final class PretendKeychain: Sendable {
    private struct State {
        var secrets: [KeychainItem: [UInt8]] = [:]
        var refusal: KeychainStatus?
        var calls: [String] = []
    }

    private let state = Mutex(State())

    /// A Keychain that holds nothing.
    package init() {}

    /// What was asked for, in order.
    package var asked: [String] { state.withLock(\.calls) }

    /// What is kept, by account.
    package var kept: [String: [UInt8]] {
        state.withLock { state in Dictionary(uniqueKeysWithValues: state.secrets.map { ($0.account, $1) }) }
    }

    /// Ends every call with this status; nil for none.
    package func refuse(_ status: KeychainStatus?) { state.withLock { $0.refusal = status } }

    private func call<Answer: Sendable>(_ name: String, otherwise: Answer, _ body: (inout State) -> Answer)
        -> Answer
    {
        state.withLock { state in
            state.calls.append(name)
            return state.refusal == nil ? body(&state) : otherwise
        }
    }

    private var refusal: KeychainStatus { state.withLock { $0.refusal ?? .success } }

    /// How it is asked.
    package var calls: KeychainCalls {
        KeychainCalls(
            read: { [self] item in
                call("read", otherwise: (refusal, nil)) { state in
                    state.secrets[item].map { (.success, $0) } ?? (.notFound, nil)
                }
            },
            add: { [self] item, secret in
                call("add", otherwise: refusal) { state in
                    guard state.secrets[item] == nil else { return .duplicate }
                    state.secrets[item] = secret
                    return .success
                }
            },
            replace: { [self] item, secret in
                call("replace", otherwise: refusal) { state in
                    guard state.secrets[item] != nil else { return .notFound }
                    state.secrets[item] = secret
                    return .success
                }
            },
            remove: { [self] item in
                call("remove", otherwise: refusal) { state in
                    state.secrets.removeValue(forKey: item) == nil ? .notFound : .success
                }
            })
    }
}
