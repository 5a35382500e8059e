import ArgumentParser
import ExperimentsCore
import FirebaseTemplates
import Foundation

/// Which project, and on whose behalf.
struct TemplateServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The project's id. Default: that of the service account, else $GOOGLE_CLOUD_PROJECT.", valueName: "id"))
    var project: String?

    @Flag(help: "Work with the templates for servers instead of those for apps.") var server = false

    @Option(
        help: ArgumentHelp(
            "The key file of a service account. Default: $GOOGLE_APPLICATION_CREDENTIALS.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var serviceAccount: String?

    @Option(help: ArgumentHelp("The environment variable that holds an access token.", valueName: "variable"))
    var accessTokenEnv: String?

    @Option(
        help: ArgumentHelp(
            "Where the service is. Default: $FIREBASE_REMOTE_CONFIG_URL, else Google's.", valueName: "url"))
    var baseUrl: String?

    /// Whom the templates are for.
    var namespace: TemplateNamespace { server ? .server : .client }

    /// A client of the project.
    func client() throws -> TemplateClient {
        let url = try url()
        let credentials = try TemplateCredentials(self, for: url)
        let named = project ?? Environment["GOOGLE_CLOUD_PROJECT"] ?? Environment["GCLOUD_PROJECT"]
        guard let project = project ?? credentials.projectID ?? named, !project.isEmpty else {
            throw CommandProblem("no project is named", advice: "Name it with --project.")
        }
        return TemplateClient(project: project, namespace: namespace, baseURL: url, tokens: credentials.tokens)
    }

    private func url() throws(CommandProblem) -> URL {
        let given: (name: String, text: String)? =
            baseUrl.map { ("--base-url", $0) }
            ?? ["FIREBASE_REMOTE_CONFIG_URL", "FIREBASE_REMOTE_CONFIG_URL_BASE"].lazy
            .compactMap { name in Environment[name].map { (name, $0) } }.first
        let text = given?.text ?? TemplateClient.googleBaseURL
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false, url.user == nil, url.password == nil
        else {
            throw CommandProblem(
                "\(given?.name ?? "the base") needs a URL without a user, such as http://127.0.0.1:9199")
        }
        return url
    }
}
