import EtcdNodes
import ExperimentsCore
import ExperimentsTransport

@testable import ExperimentsEtcdClient

extension EtcdNode {
    /// Makes the users root and ann, who may use the keys below `shop/`, and requires passwords from now on.
    func requirePasswords() async throws {
        try await administer("auth/user/add", ["name": "root", "password": "root"])
        try await administer("auth/role/add", ["name": "root"])
        try await administer("auth/user/grant", ["user": "root", "role": "root"])
        try await administer("auth/user/add", ["name": "ann", "password": "right"])
        try await administer("auth/role/add", ["name": "shop"])
        let keys: JSONValue = ["permType": "READWRITE", "key": "c2hvcC8=", "range_end": "c2hvcDA="]
        try await administer("auth/role/grant", ["name": "shop", "perm": keys])
        try await administer("auth/user/grant", ["user": "ann", "role": "shop"])
        try await administer("auth/enable", [:])
    }

    /// Makes the tokens of ann bad: whoever is given a password has to sign in again, also where it is the old one.
    func forgetTokens() async throws {
        let root = client(EtcdCredentials(user: "root", password: "root"))
        try await root.renewToken(nil)
        try await administer(
            "auth/user/changepw", ["name": "ann", "password": "right"], token: root.signIn.token)
    }

    private func administer(_ path: String, _ body: JSONValue, token: AccessToken? = nil) async throws {
        let request = EtcdClient.request(
            path, at: endpoint, body: body.densestBytes, token: token, timeout: .seconds(10),
            mayBeRepeated: true)
        let response = try await client().transport.send(request)
        guard response.status == 200 else { throw EtcdFailure.refused(EtcdRefusal(response)) }
    }
}
