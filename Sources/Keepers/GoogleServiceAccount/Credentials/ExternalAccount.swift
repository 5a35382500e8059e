import ExperimentsCore
import Foundation

/// The identity of a workload outside Google, such as a job of a CI, which is exchanged for an access token (workload
/// identity federation). Its secrets print as `(hidden)`.
public struct ExternalAccount: Sendable, Hashable {
    /// The source of the token of the workload's own identity provider.
    enum Source: Sendable, Hashable {
        case file(String)
        case url(URL, headers: [String: SecretText])
    }

    /// The format in which a source contains the token.
    enum Format: Sendable, Hashable {
        case text
        /// A JSON object with the token in this member.
        case json(field: String)
    }

    /// The project whose quota requests count against; nil if there is none.
    public let quotaProject: String?
    /// The name of the credentials in errors, usually the path of the file.
    public let origin: String
    let audience: String
    let subjectTokenType: String
    let tokenURL: URL
    /// The address at which the token is exchanged for one of a service account; nil to use it unchanged.
    let impersonationURL: URL?
    /// The lifetime of a token of the service account, in seconds.
    let impersonationLifetime: Int
    let source: Source
    let format: Format

    init(_ fields: KeyFields) throws(ServiceAccountKeyError) {
        origin = fields.origin
        audience = try fields.plainText("audience")
        subjectTokenType = try fields.plainText("subject_token_type")
        tokenURL = try fields.serviceURL("token_url")
        impersonationURL =
            fields.object["service_account_impersonation_url"] == nil
            ? nil : try fields.serviceURL("service_account_impersonation_url")
        let options = fields.object["service_account_impersonation"]?.object
        impersonationLifetime = options?["token_lifetime_seconds"]?.int ?? 3600
        quotaProject = fields.object["quota_project_id"]?.string
        guard let object = fields.object["credential_source"]?.object else {
            throw fields.problem("credential_source", "is missing, or is not an object")
        }
        let source = KeyFields(object: object, origin: fields.origin)
        self.source = try Self.source(source)
        format = try Self.format(object["format"]?.object, fields)
    }

    private static func source(_ fields: KeyFields) throws(ServiceAccountKeyError) -> Source {
        if fields.object["file"] != nil { return .file(try fields.text("file")) }
        guard fields.object["url"] != nil else {
            throw fields.problem(
                "credential_source", "has neither \"file\" nor \"url\"",
                advice: "sources of AWS, executables and certificates are not supported; get a token with "
                    + "`gcloud auth print-access-token`, and use that instead")
        }
        var headers: [String: SecretText] = [:]
        for member in fields.object["headers"]?.object?.members ?? [] {
            guard let text = member.value.string else {
                throw fields.problem("credential_source.headers", "must have strings as values")
            }
            headers[member.name] = SecretText(text: text)
        }
        return .url(try fields.serviceURL("url"), headers: headers)
    }

    private static func format(_ object: JSONObject?, _ fields: KeyFields) throws(ServiceAccountKeyError)
        -> Format
    {
        switch object?["type"]?.string {
        case nil, "text": return .text
        case "json":
            guard let field = object?["subject_token_field_name"]?.string, !field.isEmpty else {
                throw fields.problem("credential_source.format", "has no \"subject_token_field_name\"")
            }
            return .json(field: field)
        default: throw fields.problem("credential_source.format", "must be of the type \"text\" or \"json\"")
        }
    }
}

extension ExternalAccount {
    /// The identity of a job of GitHub Actions, from the variables that a job with `id-token: write` has.
    ///
    /// - Parameters:
    ///   - provider: the provider of a workload identity pool:
    ///     `projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER`.
    ///   - account: the e-mail address of the service account to act as; nil to use the identity as it is.
    ///   - requestURL: the value of `ACTIONS_ID_TOKEN_REQUEST_URL`.
    ///   - requestToken: the value of `ACTIONS_ID_TOKEN_REQUEST_TOKEN`.
    /// - Throws: `ServiceAccountKeyError` if a value is not of the form that is expected.
    public init(
        gitHub provider: String, account: String?, requestURL: String, requestToken: String
    ) throws(ServiceAccountKeyError) {
        let path = provider.hasPrefix("//") ? provider : "//iam.googleapis.com/\(provider)"
        guard
            path.wholeMatch(
                of:
                    #/\/\/[a-z.]+\/projects\/\w+\/locations\/global\/workloadIdentityPools\/.+\/providers\/.+/#
            ) != nil
        else {
            throw ServiceAccountKeyError(
                "workload identity provider",
                "must look like projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER"
            )
        }
        let joint = requestURL.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        let named = "https:\(path)".percentEncoded
        var object = JSONObject()
        object["audience"] = .string(path)
        object["subject_token_type"] = "urn:ietf:params:oauth:token-type:jwt"
        object["token_url"] = "https://sts.googleapis.com/v1/token"
        object["service_account_impersonation_url"] = account.map {
            .string(
                "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\($0.percentEncoded):generateAccessToken"
            )
        }
        object["credential_source"] = [
            "url": .string("\(requestURL)\(joint)audience=\(named)"),
            "headers": ["Authorization": .string("Bearer \(requestToken)")],
            "format": ["type": "json", "subject_token_field_name": "value"],
        ]
        try self.init(KeyFields(object: object, origin: "the identity of this job"))
    }
}
