import ActiveConfiguration
import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import FirebaseExperiments
import Foundation
import GrowthBookFeatures
import GrowthBookSource
import TestSupport
import Testing
import Variants

@testable import ExperimentsEtcdClient
@testable import ExperimentsEtcdStore
@testable import FirebaseConfig
@testable import FirebaseTemplates
@testable import OpenFeatureRemote

/// A keeper of one key called ``key``, and the means to change its source.
struct SourceUnderTest: Sendable {
    /// Creates a keeper of the same source.
    let keeper: @Sendable () throws -> any RestorableKeeper
    /// Gives the key another value.
    let set: @Sendable (String) throws -> Void
    /// Makes the source unusable.
    let `break`: @Sendable () throws -> Void
    /// The server; nil for a file.
    var server: ValueServer?
}

/// The kinds of keepers.
enum KeeperKind: String, CaseIterable, Sendable {
    case file
    case variants
    case templateFile
    case growthBookFile
    case template
    case growthBook
    case openFeature
    case activeConfig
    case firebase
    case etcd

    /// Whether two fetches at the same time are two requests. Clients that share one answer have no later one.
    var overlaps: Bool {
        switch self {
        case .template, .growthBook, .openFeature, .etcd: true
        case .file, .variants, .templateFile, .growthBookFile, .activeConfig, .firebase: false
        }
    }

    /// The name of the key.
    var key: String { self == .activeConfig ? "Shop.color" : "color" }

    /// The document of a source in which the key has a value.
    func document(_ value: String) -> String {
        switch self {
        case .file: #"{"color": "\#(value)"}"#
        case .variants: #"{"flag_defs": [{"flag": "color", "base_value": "\#(value)"}], "variants": []}"#
        case .templateFile, .template: #"{"parameters": {"color": {"defaultValue": {"value": "\#(value)"}}}}"#
        case .growthBookFile, .growthBook: #"{"features": {"color": {"defaultValue": "\#(value)"}}}"#
        case .openFeature: #"{"flags": [{"key": "color", "value": "\#(value)", "reason": "STATIC"}]}"#
        case .activeConfig:
            #"{"meta": {"format_version_string": "1.0", "creation_time": "2012-08-20T19:36Z"}, "#
                + #""config_sections": {"Shop": {"settings": {"color": {"value": "\#(value)"}}}}}"#
        case .firebase:
            #"{"state": "UPDATE", "entries": {"color": "\#(value)"}, "templateVersion": "\#(value.utf8.count)"}"#
        case .etcd: value
        }
    }

    /// Creates a source.
    func source(in folder: TemporaryFolder) throws -> SourceUnderTest {
        switch self {
        case .file, .variants, .templateFile, .growthBookFile: try file(folder)
        case .template, .growthBook, .openFeature, .activeConfig, .firebase, .etcd: try remote()
        }
    }

    private func file(_ folder: TemporaryFolder) throws -> SourceUnderTest {
        let path = try folder.write(document("first"), to: "source.json")
        let settling = FileSettling { _ in }
        return SourceUnderTest(
            keeper: {
                switch self {
                case .file: FileRemoteConfigKeeper(path: path, watcher: nil, settling: settling)
                case .variants: VariantsRemoteConfigKeeper(path: path, watcher: nil, settling: settling)
                case .templateFile:
                    TemplateRemoteConfigKeeper(.file(path: path), watcher: nil, settling: settling)
                default:
                    GrowthBookRemoteConfigKeeper(
                        .file(path: path, shownAs: "source.json"), reading: PayloadReading(),
                        context: EvaluationContext(), keptAt: nil, listens: false, watcher: nil,
                        settling: settling)
                }
            }, set: { try folder.write(document($0), to: "source.json") },
            break: { try folder.write("{", to: "source.json") })
    }

    private func remote() throws -> SourceUnderTest {
        let server = ValueServer { request, value in response(to: request, value) }
        let address = try #require(URL(string: "http://127.0.0.1:8016"))
        return SourceUnderTest(
            keeper: { try keeper(of: server, at: address) }, set: { server.value = $0 },
            break: { server.isAway = true }, server: server)
    }

    private func keeper(of server: ValueServer, at address: URL) throws -> any RestorableKeeper {
        switch self {
        case .template:
            return TemplateRemoteConfigKeeper(
                .service(
                    TemplateClient(
                        project: "shop", namespace: .client, baseURL: address,
                        tokens: FixedAccessToken(AccessToken(UUID().uuidString)), transport: server)))
        case .growthBook:
            return GrowthBookRemoteConfigKeeper(
                .server(GrowthBookServer(host: address, clientKey: "sdk-1")), transport: server)
        case .openFeature:
            return OpenFeatureRemoteConfigKeeper(OpenFeatureServer(url: address), transport: server)
        case .activeConfig:
            let downloader = URLActiveConfigDownloader(transport: server) { _ in
                TransportRequest(.get, address)
            }
            return ActiveConfigRemoteConfigKeeper(ActiveConfig(downloader: downloader), isPerUser: false)
        case .firebase:
            let project = try FirebaseProject(
                projectID: "demo-shop", appID: "1:123456789012:ios:0a1b2c", apiKey: "key-" + UUID().uuidString
            )
            return FirebaseRemoteConfigKeeper(
                remoteConfig: RemoteConfig(
                    project: project, endpoints: .emulator(at: address), transport: server,
                    notificationCenter: NotificationCenter()))
        default:
            let client = EtcdClient(
                endpoints: [try EtcdEndpoint(parsing: "http://a:2379")], transport: server,
                time: EtcdTime(now: { .zero }, pause: { _ in throw CancellationError() }, fraction: { 0 }))
            // A watch would read the values at the same time as the first fetch.
            return EtcdRemoteConfigKeeper(client: client, layout: Self.layout, listens: false)
        }
    }

    private static let layout = EtcdLayout(project: "shop", environment: "test")

    private func response(to request: TransportRequest, _ value: String) -> TransportResponse {
        let registration =
            #"{"name": "projects/1/installations/cAbCdEfGhIjKlMnOpQrStU", "fid": "cAbCdEfGhIjKlMnOpQrStU","#
            + #" "refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#
        switch self {
        case .firebase where !request.url.path.hasSuffix(":fetch"):
            return TransportResponse(status: 200, body: Array(registration.utf8))
        case .etcd:
            let revision = Int64(value.utf8.count)
            let body: JSONValue = [
                "header": ["cluster_id": "5", "revision": .number64(revision)],
                "kvs": [
                    [
                        "key": .string(
                            Data(Self.layout.key(of: .value("color")).bytes).base64EncodedString()),
                        "value": .string(Data(value.utf8).base64EncodedString()), "create_revision": "1",
                        "mod_revision": .number64(revision),
                    ]
                ],
            ]
            return TransportResponse(status: 200, body: body.compactBytes)
        default:
            let etag = "\"\(value)\""
            guard request.headers["if-none-match"] != etag else { return TransportResponse(status: 304) }
            return TransportResponse(
                status: 200, headers: ["etag": etag, "content-type": "application/json"],
                body: Array(document(value).utf8))
        }
    }
}
