import Foundation
import Synchronization

/// Apps that follow the overrides of one server, each on a stream of its own: for load, and at as little cost as can be.
///
/// One thread does it all. An app that lost its server looks for it as the link library does: after half a second at
/// first, doubled each time, and spread at random from half of that to one and a half.
final class LinkedApps {
    /// When the first of them had something, and the last.
    struct Arrival {
        var first = Duration.zero
        var last = Duration.zero
    }

    private struct App {
        var stream: LoopbackConnection?
        /// The end of what was read, in which a mark may have begun.
        var tail: [UInt8] = []
        var failures = 0
        var nextTry = Duration.zero
    }

    /// How long anything may take, before it is given up.
    private static let patience = Duration.seconds(60)

    private var apps: [App]
    private let clock = ContinuousClock()
    /// How often any of them tried to reach the server, in all.
    private(set) var tries = 0

    init(count: Int) {
        apps = Array(repeating: App(), count: count)
    }

    /// Lets them all know that they have no server, from now on.
    func lose() {
        for index in apps.indices {
            apps[index] = App(nextTry: wait(after: 0))
        }
    }

    /// Looks for the server until all have its state.
    ///
    /// - Parameter port: the server's port.
    /// - Returns: when the first had it, and the last, counted from now.
    func find(_ port: UInt16) throws -> Arrival {
        try collect("event: state") { now in
            for index in apps.indices where apps[index].stream == nil && apps[index].nextTry <= now {
                tries += 1
                do {
                    let stream = try LoopbackConnection(port: port)
                    try stream.send(Self.request(index))
                    (apps[index].stream, apps[index].tail) = (stream, [])
                } catch {
                    apps[index].failures += 1
                    apps[index].nextTry = now + wait(after: apps[index].failures)
                }
            }
        }
    }

    /// Does something, and waits until all were told what has a mark in it. It is done on a thread of its own, as it is by a
    /// program beside: apps hear of it while that goes on, such as while a disk is told to keep it.
    func hear(_ mark: String, of work: @escaping @Sendable () throws -> Void) throws -> Arrival {
        for index in apps.indices { apps[index].tail = [] }
        let result = Mutex<Result<Void, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let outcome = Result(catching: work)
            result.withLock { $0 = outcome }
            done.signal()
        }
        let arrival = try collect(mark) { _ in
            if case .failure(let error) = result.withLock({ $0 }) { throw error }
        }
        done.wait()
        return arrival
    }

    private func wait(after failures: Int) -> Duration {
        .milliseconds(500) * min(1 << min(failures, 10), 60) * Double.random(in: 0.5..<1.5)
    }

    private func collect(_ mark: String, _ work: (_ now: Duration) throws -> Void) throws -> Arrival {
        let (start, mark) = (clock.now, Array(mark.utf8))
        var arrival = Arrival()
        var waiting = Set(apps.indices)
        while !waiting.isEmpty {
            try work(start.duration(to: clock.now))
            for index in try ready(waiting) {
                guard let stream = apps[index].stream else { continue }
                guard let bytes = try? stream.receive() else {
                    (apps[index].stream, apps[index].nextTry) = (
                        nil, start.duration(to: clock.now) + wait(after: 0)
                    )
                    continue
                }
                let text = apps[index].tail + bytes
                guard text.firstRange(of: mark) != nil else {
                    apps[index].tail = text.suffix(mark.count)
                    continue
                }
                waiting.remove(index)
                arrival.last = start.duration(to: clock.now)
                if arrival.first == .zero { arrival.first = arrival.last }
            }
            guard start.duration(to: clock.now) < Self.patience else {
                throw BenchmarkProblem("\(waiting.count) of \(apps.count) apps were not told")
            }
        }
        return arrival
    }

    /// Those that have something to read, once one has, or some milliseconds have passed.
    private func ready(_ waiting: Set<Int>) throws -> [Int] {
        let open = waiting.filter { apps[$0].stream != nil }
        let indices = Array(open)
        var descriptors = indices.map { index in
            pollfd(fd: apps[index].stream?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&descriptors, nfds_t(descriptors.count), 5) >= 0 || errno == EINTR else {
            throw BenchmarkProblem("poll: \(String(cString: strerror(errno)))")
        }
        return zip(indices, descriptors).filter { $1.revents != 0 }.map(\.0)
    }

    private static func request(_ number: Int) -> [UInt8] {
        Array(
            ("GET /experiments/v1/events?app=shop&installation=phone-\(number) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Accept: text/event-stream\r\n\r\n").utf8)
    }
}
