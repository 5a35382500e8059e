import ExperimentsCore
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// A source of kind `firebase-template` as a keeper.
struct TemplateSource {
    /// The keeper.
    let keeper: TemplateRemoteConfigKeeper

    init(
        _ settings: TemplateSourceSettings, named name: String, in located: LocatedProject,
        watcher: (any FileWatcher)?
    ) throws {
        let origin: TemplateOrigin
        switch settings.origin {
        case .file(let path): origin = .file(path: path, shownAs: located.shown(path))
        case .service(let project, let account, let token, let baseURL):
            let revealed = try token?.revealed(for: name, in: ProcessInfo.processInfo.environment)
            let url = try TemplateServiceURL(baseURL?.absoluteString, named: "source \(name): base_url").url
            let credentials = try TemplateCredentials(
                token: revealed, serviceAccount: account.map(located.shown), for: url)
            origin = .service(
                try TemplateServiceOptions.client(project, .client, url, credentials, advice: "Write `project:`."))
        }
        keeper = TemplateRemoteConfigKeeper(
            origin, persona: SourcePersona(fields: settings.persona), watcher: watcher)
    }
}
