import ExperimentsCore
import Locks

/// The configuration that an app is delivered with, for users who have none of their own yet.
///
/// It is read when it is first needed, and then kept. If that fails, the next use tries again.
public final class BootstrappedActiveConfig: Sendable {
    private let read: @Sendable () throws -> ActiveConfigState
    private let loaded = Mutex<ActiveConfigState?>(nil)

    /// Creates a configuration that `read` reads when it is first needed. `read` must not use this object, nor an
    /// `ActiveConfig` that has it: both hold a lock meanwhile.
    public init(reading read: @escaping @Sendable () throws -> ActiveConfigState) {
        self.read = read
    }

    /// Creates a configuration from the JSON file at `path`, for example in the app's bundle.
    public convenience init(path: String) {
        self.init {
            do {
                let state = try ActiveConfigState(parsing: try FileBytes.read(path))
                guard state.sectionNames.isEmpty else { return state }
                throw ActiveConfigStoreProblem("it has no sections")
            } catch let problem as FileProblem {
                throw ActiveConfigStoreProblem("the bootstrapped configuration cannot be read: \(problem)")
            } catch {
                throw ActiveConfigStoreProblem("the bootstrapped configuration \(path) cannot be used: \(error)")
            }
        }
    }

    /// Creates a configuration from content that was read already.
    public convenience init(_ state: ActiveConfigState) {
        self.init { state }
    }

    /// Whether it was read.
    public var isLoaded: Bool { loaded.withLock { $0 != nil } }

    /// Returns the configuration, and reads it if that was not done before.
    ///
    /// - Throws: why it cannot be read.
    public func state() throws -> ActiveConfigState {
        try loaded.withLock { loaded in
            if let loaded { return loaded }
            let state = try read()
            loaded = state
            return state
        }
    }
}
