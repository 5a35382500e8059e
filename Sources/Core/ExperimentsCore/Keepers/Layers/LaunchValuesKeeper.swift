import Foundation

/// Values from the arguments and the environment that a program was started with, for UI tests and for trying an app:
///
/// ```swift
/// app.launchEnvironment["EXPERIMENTS_columns"] = "4"
/// app.launchArguments += ["-EXPERIMENTS_columns", "4"]
/// ```
///
/// Put it before the keeper of the source in a ``LayeredRemoteConfigKeeper``, and leave it out of builds in which users
/// must not set values.
public final class LaunchValuesKeeper: RemoteConfigKeeper {
    /// The values, by key. They never change.
    public let snapshot: Snapshot

    /// Reads the values. An argument comes before a variable, and the last one counts.
    ///
    /// - Parameters:
    ///   - prefix: the text before the name of a key.
    ///   - arguments: the arguments: `-EXPERIMENTS_columns 4`, `--EXPERIMENTS_columns=4` or `EXPERIMENTS_columns=4`.
    ///   - environment: the variables.
    ///   - now: the time.
    public init(
        prefix: String = "EXPERIMENTS_", arguments: [String] = CommandLine.arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment, now: Date = Date()
    ) {
        var entries = ExactDictionary<Snapshot.Entry>()
        for (name, text) in environment where name.hasScalarPrefix(prefix) && !name.isExactly(prefix) {
            entries[String(name.unicodeScalars.dropFirst(prefix.unicodeScalars.count))] =
                Snapshot.Entry(text: text, supplier: "environment")
        }
        var rest = arguments.dropFirst()
        while let word = rest.popFirst() {
            let isOption = word.hasScalarPrefix("-")
            let parts = word.cut(atFirst: "=")
            let name = String((parts.map { $0.before } ?? word[...]).drop { $0 == "-" })
            guard name.hasScalarPrefix(prefix), !name.isExactly(prefix) else { continue }
            // An option without a value does not take the next option for one.
            let isFollowed = isOption && rest.first?.isOption(named: prefix) == false
            guard let text = parts.map({ String($0.after) }) ?? (isFollowed ? rest.popFirst() : nil) else {
                continue
            }
            entries[String(name.unicodeScalars.dropFirst(prefix.unicodeScalars.count))] =
                Snapshot.Entry(text: text, supplier: "arguments")
        }
        snapshot = Snapshot(entries: entries, fetchedAt: now)
    }

    /// Changes nothing.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        FetchOutcome(status: .unchanged)
    }

    /// Never calls `handler`.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        ObservationHandle {}
    }
}

extension String {
    /// Returns whether an argument is an option whose name begins with `prefix`.
    fileprivate func isOption(named prefix: String) -> Bool {
        hasScalarPrefix("-") && String(drop { $0 == "-" }).hasScalarPrefix(prefix)
    }
}
