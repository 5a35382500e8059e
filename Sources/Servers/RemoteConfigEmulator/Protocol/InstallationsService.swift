import ExperimentsCore
import FirebaseConfig
import Foundation

/// The server's side of the installations protocol.
struct InstallationsService {
    let project: ProjectState
    let now: Date
    let tokenLifetime: TimeInterval
    let randomness: Randomness
    /// The maximum number of installations.
    let limit: Int

    func create(_ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let fields = try RequestFields(request.body)
        _ = try fields.requiredText("appId")
        let proposal = try fields.text("fid").flatMap(InstallationID.init)
        var generator = randomness
        let id = proposal ?? InstallationID.generate(using: &generator)
        let registered = RegisteredInstallation(
            refreshToken: "refresh-" + secret(), token: "token-" + secret(),
            tokenExpiresAt: now.addingTimeInterval(tokenLifetime))
        try project.withInstallations { (installations) throws(EmulatorError) in
            guard installations[id.text] == nil else {
                throw .alreadyExists("Installation '\(id)' already exists.")
            }
            guard installations.count < limit else {
                throw .exhausted(
                    "There are \(limit) installations; DELETE /emulator/v1/projects/PROJECT/installations "
                        + "forgets them.")
            }
            installations[id.text] = registered
        }
        return EmulatorAnswer(
            .json([
                "name": .string("projects/\(project.projectNumber)/installations/\(id)"),
                "fid": .string(id.text), "refreshToken": .string(registered.refreshToken),
                "authToken": tokenJSON(registered.token),
            ]),
            note: "registered \(id)")
    }

    func renew(_ installation: String, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let token = "token-" + secret()
        try project.withInstallations { (installations) throws(EmulatorError) in
            try authorize(request, for: installation, among: installations)
            installations[installation]?.token = token
            installations[installation]?.tokenExpiresAt = now.addingTimeInterval(tokenLifetime)
        }
        return EmulatorAnswer(.json(tokenJSON(token)), note: "renewed the token of \(installation)")
    }

    func delete(_ installation: String, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        try project.withInstallations { (installations) throws(EmulatorError) in
            try authorize(request, for: installation, among: installations)
            installations[installation] = nil
        }
        return EmulatorAnswer(.json([:]), note: "deleted \(installation)")
    }

    private func authorize(
        _ request: EmulatorRequest, for installation: String,
        among installations: [String: RegisteredInstallation]
    ) throws(EmulatorError) {
        guard let registered = installations[installation] else {
            throw .notFound("Requested entity was not found: installation '\(installation)'.")
        }
        guard request.headers["authorization"] == "FIS_v2 " + registered.refreshToken else {
            throw .unauthenticated(
                "The refresh token is missing or is not that of installation '\(installation)'.")
        }
    }

    private func tokenJSON(_ token: String) -> JSONValue {
        ["token": .string(token), "expiresIn": .string("\(Int(tokenLifetime))s")]
    }

    private func secret() -> String {
        String(randomness.next(), radix: 36) + String(randomness.next(), radix: 36)
    }
}
