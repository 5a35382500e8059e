import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation
import WebHooks

/// The web hooks of a project, as far as they can be used: their addresses and secrets are known, and an address that
/// the project file names was allowed.
struct ProjectHooks {
    /// Those that can be used.
    private(set) var hooks: [WebHook] = []
    /// Why others cannot.
    private(set) var problems: [CommandProblem] = []

    init(_ session: ProjectSession, _ settings: Settings) {
        let notifications = session.notifications
        for (place, declared) in notifications.webHooks.enumerated() {
            do {
                let hook = try WebHook(declared, of: notifications)
                try Self.ask(about: hook, declared, in: session, settings)
                hooks.append(hook)
            } catch let problem as any OperatorError {
                problems.append(
                    CommandProblem("web hook \(place + 1) is not told:", problem))
            } catch {
                problems.append(CommandProblem("web hook \(place + 1) is not told: \(error)"))
            }
        }
    }

    /// Asks once whether the source's values may be sent to an address in the project file, because a cloned project
    /// may not be trusted. Addresses in the environment were put there by the user.
    private static func ask(
        about hook: WebHook, _ declared: ProjectWebHook, in session: ProjectSession, _ settings: Settings
    ) throws {
        guard declared.namesAddressElsewhere, let path = session.projectPath else { return }
        try EnvironmentConsent(path, settings).ask(telling: hook.name)
    }
}

extension WebHook {
    /// - Throws: `MissingSecret` or `WebHookAddressProblem`.
    fileprivate init(_ declared: ProjectWebHook, of notifications: ProjectNotifications) throws {
        let environment = ProcessInfo.processInfo.environment
        self.init(
            url: try ProjectWebHook.address(declared.url.reveal(in: environment), insecure: declared.insecure),
            secret: try declared.secret?.reveal(in: environment),
            interest: Interest(
                keys: Set(declared.keys ?? notifications.keys), broken: declared.broken ?? notifications.broken,
                failures: declared.failures))
    }
}

extension HookOrigin {
    init(_ session: ProjectSession, source: String, environment: String?) {
        let folder = session.projectPath.map { PathText.name(of: PathText.folder(of: $0)) }
        self.init(project: folder ?? "", source: source, environment: environment)
    }

    init(_ session: ProjectSession) {
        self.init(session, source: session.sourceName, environment: session.environment)
    }
}
