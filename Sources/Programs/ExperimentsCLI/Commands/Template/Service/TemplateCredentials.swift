import ExperimentsProject
import ExperimentsTransport
import Foundation
import GoogleServiceAccount

/// The credentials for the service.
struct TemplateCredentials {
    /// The source of tokens.
    let tokens: any AccessTokenSource
    /// The project that the account belongs to, if that is known.
    let projectID: String?
    /// The project whose quota requests count against, if the credentials name one.
    let quotaProject: String?

    /// - Parameters:
    ///   - token: an access token that was obtained elsewhere; it takes precedence.
    ///   - file: the path of the credentials; nil for those of the environment.
    ///   - url: the address of the service.
    ///   - ways: how to pass a file or a token, for the error if there is none.
    init(token: String?, file: String?, for url: URL, orElse ways: String) throws {
        if let token {
            self.init(tokens: FixedAccessToken(AccessToken(token)))
        } else if let credentials = try Self.named(file) {
            self.init(credentials)
        } else if url.host?.namesThisMachine == true {
            // This token is what other emulators of Firebase accept, too.
            self.init(tokens: FixedAccessToken(AccessToken("owner")))
        } else {
            self.init(try Self.found(for: url.host ?? "the service", orElse: ways))
        }
    }

    private init(_ credentials: GoogleCredentials) {
        self.init(
            tokens: credentials.tokens(), projectID: credentials.projectID,
            quotaProject: credentials.quotaProject)
    }

    private init(tokens: any AccessTokenSource, projectID: String? = nil, quotaProject: String? = nil) {
        self.tokens = tokens
        self.projectID = projectID
        self.quotaProject = quotaProject
    }
}

extension TemplateCredentials {
    private static let variable = "GOOGLE_APPLICATION_CREDENTIALS"

    /// Returns the credentials in a file, or in the one named by the environment; nil if neither is named.
    static func named(_ file: String?) throws(ServiceAccountKeyError) -> GoogleCredentials? {
        guard let path = file ?? Environment[variable] else { return nil }
        return try GoogleCredentials(contentsOfFile: path)
    }

    /// Finds credentials that were not given explicitly: those of a job of GitHub Actions, or of a person who signed in
    /// with gcloud.
    ///
    /// - Parameters:
    ///   - host: the host that requires them, for the error.
    ///   - ways: how to pass a file or a token, for the error.
    static func found(for host: String, orElse ways: String) throws -> GoogleCredentials {
        if let job = try gitHubJob() { return .externalAccount(job) }
        if let path = signInPath, access(path, R_OK) == 0 {
            return try GoogleCredentials(contentsOfFile: path)
        }
        throw CommandProblem(
            "no account for \(host)",
            advice: "\(ways), set \(variable) to a key file, or run `gcloud auth application-default login`.")
    }

    private static func gitHubJob() throws -> ExternalAccount? {
        guard let provider = Environment["GOOGLE_WORKLOAD_IDENTITY_PROVIDER"] else { return nil }
        guard let url = Environment["ACTIONS_ID_TOKEN_REQUEST_URL"],
            let token = Environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]
        else {
            throw CommandProblem(
                "GOOGLE_WORKLOAD_IDENTITY_PROVIDER is set, but this job has no identity to exchange",
                advice: "In GitHub Actions, add \"id-token: write\" to the permissions of the job.")
        }
        return try ExternalAccount(
            gitHub: provider, account: Environment["GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"], requestURL: url,
            requestToken: token)
    }

    /// The path where gcloud stores the credentials of a person who signed in for applications.
    private static var signInPath: String? {
        let folder = Environment["CLOUDSDK_CONFIG"] ?? Environment["HOME"].map { "\($0)/.config/gcloud" }
        return folder.map { "\($0)/application_default_credentials.json" }
    }
}

extension TemplateCredentials {
    /// Returns the value of the environment variable in `--access-token-env`; nil without that option.
    static func token(in variable: String?) throws(CommandProblem) -> String? {
        guard let variable else { return nil }
        if let token = Environment.secret(variable) { return token }
        guard Environment.isName(variable) else { throw .notAVariable("--access-token-env") }
        throw CommandProblem(
            "--access-token-env: variable \(variable) is not set",
            advice: "Set it to an OAuth access token, for example with `gcloud auth print-access-token`.")
    }
}
