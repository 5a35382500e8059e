import Foundation
import TestSupport
import Testing

@Suite("Attack: requests to servers", .fewAtATime, .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct ServerFuzzTests {
    @Test(
        "no mutated request brings one down, makes it print control characters, or costs much memory",
        .promise("No request brings a server down", "hostile requests to emulator and serve"),
        arguments: AttackedServer.Kind.allCases)
    func mutated(_ kind: AttackedServer.Kind) async throws {
        let server = try await AttackedServer(kind)
        await Campaign("\(kind): batches of 60 mutated requests").run(8, inCampaign: 84) { random in
            let requests = (0..<60).map { _ in
                RequestMutation.mutated(kind.requests, port: server.port, &random)
            }
            for request in requests { _ = try? server.send(request, patience: 0.05) }
            Promise.count(requests.count)
            do {
                try await server.expectAlive()
            } catch {
                let needed = await smallest(requests) { await AttackedServer.isBrought(kind, downBy: $0) }
                throw Broken(
                    "\(error)\nbrought down by\n" + needed.map { quoted($0) }.joined(separator: "\n"))
            }
        }
        await Campaign("\(kind): what it printed").run(1) { _ in
            if let raw = HostileText.raw(in: server.program.bytes) { throw Broken("printed \(raw)") }
        }
    }

    @Test("versions at the limits of whole numbers are served, counted on, or refused")
    func versions() async throws {
        await Campaign("emulator: versions at their limits").run(6) { random in
            // The largest number, and the largest that it begins with.
            let version = random.one(of: [Int64.max, 1 << 62]) - Int64(random.below(4))
            let text = random.happens(onceIn: 2) ? "\"\(version)\"" : "\(version)"
            func template(_ value: String) -> String {
                #"{"parameters": {"color": {"defaultValue": {"value": "\#(value)"}}}, "version": {"versionNumber": \#(text)}}"#
            }
            let workplace = try Workplace()
            let emulator: AttackedServer
            do {
                emulator = try await AttackedServer(template: template("red"), in: workplace)
            } catch is AttackedServer.Refusal {
                return
            }
            let all = GoodRequest.toEmulator
            let published = GoodRequest("PUT", "/v1/projects/demo-project/remoteConfig", template("blue"))
            for turn in 0..<6 {
                switch random.below(3) {
                case 0: _ = try? emulator.send(published.bytes(port: emulator.port))
                case 1: try workplace.folder.write(template("edit \(turn)"), to: "template.json")
                default:
                    let path = "/emulator/v1/projects/demo-project/installations/fid-\(turn)/overrides"
                    let change = GoodRequest("PUT", path, #"{"overrides": {"color": "x"}}"#)
                    _ = try? emulator.send(change.bytes(port: emulator.port))
                }
                _ = try? emulator.send(random.one(of: all).bytes(port: emulator.port))
            }
            do {
                try await emulator.expectAlive()
            } catch {
                throw Broken("version \(text): \(error)")
            }
        }
    }

    @Test("more connections than allowed files do not end it")
    func connections() async throws {
        await Campaign("emulator: connections beyond descriptors").run(2) { random in
            let emulator = try await AttackedServer(files: 100 + random.below(60))
            for _ in 0..<3 {
                var held: [LoopbackSocket] = []
                for _ in 0..<200 {
                    guard let socket = try? LoopbackSocket(connectingTo: emulator.port, patience: 1) else {
                        continue
                    }
                    if random.happens(onceIn: 2) { socket.send("POST /v1/projects/demo-project/instal") }
                    held.append(socket)
                }
                held = held.filter { _ in random.happens(onceIn: 40) }
                try await emulator.expectAlive()
            }
        }
    }
}
