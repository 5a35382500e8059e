import ExperimentsHTTPServing
import TestSupport

/// Apps that follow the overrides of some servers, each on a stream of its own: many, at as little cost as can be.
///
/// All are on one thread. One that loses its server looks for the next one as the link library does: after half a second
/// at first, doubled each time, and spread at random from half of that to one and a half.
struct ManyLinkedApps {
    private struct App {
        var stream: LoopbackSocket?
        /// The server that it asks next, by its number.
        var server: Int
        /// The end of what was read, in which a mark may have begun.
        var tail: [UInt8] = []
        var failures = 0
        var nextTry = ContinuousClock.now
    }

    /// How long to wait for what has to come, which is measured and not judged.
    private static let patience = Duration.seconds(120)

    private let ports: [UInt16]
    private let token: String
    private var apps: [App]

    /// Apps that have no server yet.
    init(_ count: Int, ports: [UInt16], _ token: String) {
        (self.ports, self.token) = (ports, token)
        apps = (0..<count).map { App(server: $0 % ports.count) }
        OpenFileLimit.raise()
    }

    /// Goes on until each of them was told what has a mark in it.
    ///
    /// - Returns: how long that took.
    mutating func hear(_ mark: String) throws -> Duration {
        let (start, mark) = (ContinuousClock.now, Array(mark.utf8))
        var waiting = Set(apps.indices)
        while !waiting.isEmpty {
            connect()
            for index in ready() where read(index, for: mark) { waiting.remove(index) }
            guard ContinuousClock.now - start < Self.patience else {
                throw DeadlineExpired(description: "\(waiting.count) of \(apps.count) apps were not told")
            }
        }
        return ContinuousClock.now - start
    }

    /// Lets all of them lose their server and look for it in the same moment, as no link library would.
    mutating func returnAtOnce() {
        for index in apps.indices {
            (apps[index].stream, apps[index].failures, apps[index].nextTry) = (nil, 0, .now)
        }
    }

    private mutating func connect() {
        let now = ContinuousClock.now
        for index in apps.indices where apps[index].stream == nil && apps[index].nextTry <= now {
            let port = ports[apps[index].server]
            apps[index].server = (apps[index].server + 1) % ports.count
            guard let stream = try? LoopbackSocket(connectingTo: port), stream.send(request(index)) else {
                lose(index)
                continue
            }
            (apps[index].stream, apps[index].tail) = (stream, [])
        }
    }

    /// The apps that have something to read, once one has, or some milliseconds have passed.
    private func ready() -> [Int] {
        let open = apps.indices.filter { apps[$0].stream != nil }
        return LoopbackSocket.ready(open.compactMap { apps[$0].stream }, within: 5).map { open[$0] }
    }

    /// - Returns: whether the mark was in it.
    private mutating func read(_ index: Int, for mark: [UInt8]) -> Bool {
        guard let bytes = apps[index].stream?.receive(), !bytes.isEmpty else {
            lose(index)
            return false
        }
        let text = apps[index].tail + bytes
        apps[index].tail = text.suffix(mark.count)
        apps[index].failures = 0
        return text.firstRange(of: mark) != nil
    }

    private mutating func lose(_ index: Int) {
        let wait =
            Duration.milliseconds(500) * min(1 << min(apps[index].failures, 10), 60)
            * Double.random(in: 0.5..<1.5)
        apps[index].stream = nil
        apps[index].failures += 1
        apps[index].nextTry = .now + wait
    }

    private func request(_ number: Int) -> String {
        "GET /experiments/v1/events?app=shop&installation=phone-\(number) HTTP/1.1\r\nHost: localhost\r\n"
            + "Authorization: Bearer \(token)\r\nAccept: text/event-stream\r\n\r\n"
    }
}
