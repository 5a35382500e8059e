import ExperimentsCore
import ExperimentsTransport
import Locks

/// Exchanges a name and a password for a token.
struct EtcdAuthentication: EtcdCall {
    static let path = "auth/authenticate"

    let credentials: EtcdCredentials
    let effect = EtcdEffect.none

    var body: JSONValue { ["name": .string(credentials.user), "password": .string(credentials.password)] }

    func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> AccessToken {
        let token = try answer.fields.text("token")
        guard !token.isEmpty, token.isVisibleASCII else {
            throw EtcdAnswerProblem("it holds no token of printable ASCII characters")
        }
        return AccessToken(token)
    }
}

/// The token of a client, and the one request for it that all who need it wait for.
final class EtcdSignIn: Sendable {
    let credentials: EtcdCredentials?
    private let flight = SingleFlight<AccessToken?>()
    private let state = Mutex(State())

    private struct State {
        var token: AccessToken?
        /// Whether the cluster said that it knows no users.
        var isNotNeeded = false
    }

    init(_ credentials: EtcdCredentials?) {
        self.credentials = credentials
    }

    /// What requests carry now; nil for nothing.
    var token: AccessToken? { state.withLock(\.token) }

    /// Whether there are credentials but no sign-in yet.
    var isDue: Bool { credentials != nil && state.withLock { $0.token == nil && !$0.isNotNeeded } }

    /// Gets a new token in place of one that was refused, unless another caller has got one meanwhile.
    func renew(
        _ refused: AccessToken?, with ask: @escaping @Sendable (EtcdAuthentication) async throws -> AccessToken
    ) async throws {
        guard let credentials, token == refused else { return }
        let token = try await flight.run {
            do {
                return try await ask(EtcdAuthentication(credentials: credentials))
            } catch let error as EtcdError where error.refusal == .needsNoSignIn {
                return nil
            }
        }
        state.withLock { $0 = State(token: token, isNotNeeded: token == nil) }
    }
}
