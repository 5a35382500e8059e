import ExperimentsCore
import Foundation
import TestSupport
import Testing

#if os(Linux)
@Suite(
    "The authorities that a source trusts", .fewAtATime,
    .enabled(if: CertificateFolder.isPossible, "there is no /usr/bin/openssl here"),
    .timeLimit(.minutes(60)))
struct AuthorityTests {
    /// A workplace with certificates.
    private func workplace() async throws -> Workplace {
        let workplace = try ServedProgram.workplace()
        try await CertificateFolder.make(in: workplace)
        return workplace
    }

    /// A project whose source is the server.
    private func client(of served: ServedProgram, _ tls: String) throws {
        try served.workplace.folder.write(
            """
            source: {kind: ofrep, name: live, url: "https://127.0.0.1:\(served.port)", realtime: off\(tls)}
            overrides: overrides.json
            keys: [{name: paywall_type, type: string, default: none}]

            """, to: "client/experiments.yaml")
    }

    private func get(_ served: ServedProgram) async throws -> Finished {
        try await served.workplace.run("get", "paywall_type", in: "client")
    }

    private func serve(_ workplace: Workplace, _ name: String) async throws -> ServedProgram {
        try await ServedProgram(
            workplace, ["--tls-certificate", "pki/\(name).pem", "--tls-key", "pki/\(name).key"])
    }

    @Test("are those of its file, which is looked for from the project file on; without it, the system's")
    func trusted() async throws {
        let served = try await serve(workplace(), "server")
        try client(of: served, ", tls: {ca: ../pki/ca.pem}")
        let trusted = try await get(served)
        #expect(trusted.status == 0 && trusted.output == "a\n", "\(trusted)")
        try client(of: served, "")
        let unknown = try await served.workplace.run("get", "paywall_type", "--no-state", in: "client")
        #expect(
            unknown.status == 1 && unknown.errors.contains("no secure connection to 127.0.0.1"), "\(unknown)")
    }

    @Test(
        "do not make up for a certificate that expired, or is of another host",
        arguments: ["expired", "elsewhere"])
    func certificate(name: String) async throws {
        let served = try await serve(workplace(), name)
        try client(of: served, ", tls: {ca: ../pki/ca.pem}")
        let refused = try await get(served)
        let words = name == "expired" ? "expired" : "127.0.0.1"
        #expect(refused.status == 1, "\(refused)")
        #expect(
            refused.errors.contains("no secure connection to 127.0.0.1") && refused.errors.contains(words),
            "\(refused)"
        )
    }

    @Test("must be in a file that is there, in PEM")
    func file() async throws {
        let served = try await serve(workplace(), "server")
        try client(of: served, ", tls: {ca: ca.pem}")
        let missing = try await get(served)
        #expect(missing.status == 1, "\(missing)")
        #expect(missing.errors.contains("source live: tls: ca: ca.pem: cannot open"), "\(missing)")
        try served.workplace.folder.write("not a certificate", to: "client/ca.pem")
        let wrong = try await get(served)
        #expect(
            wrong.status == 1
                && wrong.errors.contains("source live: tls: ca: ca.pem: expected a file in PEM format"),
            "\(wrong)")
    }
}
#endif
