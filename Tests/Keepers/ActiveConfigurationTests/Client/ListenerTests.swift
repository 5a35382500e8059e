import ActiveConfiguration
import Dispatch
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Listeners", .inTurn)
struct ListenerTests {
    let under = ConfigUnderTest()

    @Test("a listener is not kept alive, and is not called after it is gone")
    func weak() throws {
        let heard = Recorder<String>()
        weak var gone: RecordingListener?
        do {
            let listener = RecordingListener(heard: heard)
            gone = listener
            under.config.registerListener(listener, forSectionName: "S")
        }
        #expect(gone == nil)
        under.config.apply(try state(["S": 1]))
        under.drain()
        #expect(heard.elements.isEmpty)
    }

    @Test("registering twice repeats the first call and is one membership")
    func twice() throws {
        let listener = RecordingListener()
        under.config.apply(try state(["S": 1]))
        under.config.registerListener(listener, forSectionName: "S")
        under.config.registerListener(listener, forSectionName: "S")
        under.config.apply(try state(["S": 2]))
        under.drain()
        #expect(listener.heard.elements == ["S=1", "S=1", "S=2"])
        under.config.removeListener(listener, forSectionName: "S")
        under.config.apply(try state(["S": 3]))
        under.drain()
        #expect(listener.heard.count == 3)
    }

    @Test("a call that waits in the queue is not made after the listener was removed")
    func removedWhileQueued() throws {
        let listener = RecordingListener()
        under.queue.suspend()
        under.config.registerListener(listener, forSectionName: "S")
        under.config.apply(try state(["S": 1]))
        under.config.removeListener(listener, forSectionName: "S")
        under.queue.resume()
        under.drain()
        #expect(listener.heard.elements.isEmpty)
    }

    @Test(
        "calls come section by section in the order of the document, removed ones last, then by registration")
    func order() throws {
        let heard = Recorder<String>()
        let listeners = ["1:", "2:"].map { RecordingListener($0, heard: heard) }
        under.config.apply(try state(["C": 1, "A": 1, "Z": 1, "Y": 1, "same": 1]))
        for listener in listeners {
            for name in ["A", "B", "C", "Y", "Z", "same"] {
                under.config.registerListener(listener, forSectionName: name)
            }
        }
        under.drain()
        heard.clear()
        let changed = under.config.apply(try state(["C": 2, "same": 1, "A": 2, "B": 2]))
        under.drain()
        #expect(changed == ["C", "A", "B", "Y", "Z"])
        #expect(
            heard.elements == [
                "1:C=2", "2:C=2", "1:A=2", "2:A=2", "1:B=2", "2:B=2", "1:Y=gone", "2:Y=gone", "1:Z=gone",
                "2:Z=gone",
            ])
    }

    @Test("calls are made on the listener queue")
    func queue() throws {
        let key = DispatchSpecificKey<Bool>()
        under.queue.setSpecific(key: key, value: true)
        let isOnQueue = Recorder<Bool>()
        let observation = under.config.observeSection(named: "S") { _ in
            isOnQueue.record(DispatchQueue.getSpecific(key: key) == true)
        }
        under.config.apply(try state(["S": 1]))
        under.drain()
        #expect(isOnQueue.elements == [true])
        observation.cancel()
    }

    @Test("a listener may read, register, switch users and apply from within its call")
    func reentrant() throws {
        let config = under.config
        let heard = Recorder<String>()
        let other = RecordingListener(heard: heard)
        let next = try state(["S": 2])
        let observation = config.observeSection(named: "S") { section in
            heard.record("handler=\(section.map(\.shown) ?? "gone"), now \(config["S"]?.shown ?? "gone")")
            guard section?.shown == "1" else { return }
            config.registerListener(other, forSectionName: "S")
            config.apply(next)
            config.currentUserID = "u"
        }
        config.apply(try state(["S": 1]))
        under.drain()
        under.drain()
        #expect(heard.elements == ["handler=1, now 1", "S=1", "handler=2, now 2", "S=2"])
        observation.cancel()
    }

    @Test("a handler is called until its observation is cancelled")
    func handler() throws {
        let heard = Recorder<String>()
        under.config.apply(try state(["S": 1]))
        let observation = under.config.observeSection(named: "S") { heard.record($0.map(\.shown) ?? "gone") }
        under.drain()
        under.config.apply(try state([:]))
        under.drain()
        observation.cancel()
        under.config.apply(try state(["S": 2]))
        under.drain()
        #expect(heard.elements == ["1", "gone"])
    }

    @Test("a stream gives the section as it is, then each change, then nil")
    func stream() async throws {
        under.config.apply(try state(["S": 1]))
        let sections = under.config.sections(named: "S")
        under.config.apply(try state(["S": 1, "T": 1]))
        under.config.apply(try state(["S": 2]))
        under.config.apply(try state(["T": 1]))
        var seen: [String] = []
        for await section in sections {
            seen.append(section.map(\.shown) ?? "gone")
            if seen.count == 3 { break }
        }
        #expect(seen == ["1", "2", "gone"])
    }

    @Test("a stream ends when the configuration is released")
    func endOfStream() async throws {
        let sections = {
            let config = ConfigUnderTest().config
            return config.sections(named: "S")
        }()
        for await _ in sections {}
    }

    @Test("what a handler holds may use the configuration when it is released")
    func handlerReleased() throws {
        let config = under.config
        let released = Recorder<Int>()
        var leaver: Leaver? = Leaver { released.record(config.current.revision) }
        let observation = config.observeSection(named: "S") { [leaver] _ in _ = leaver }
        leaver = nil
        #expect(released.count == 0)
        observation.cancel()
        #expect(released.elements == [0])
    }

    @Test(
        "a listener may use the configuration when it is released, at whatever moment that is",
        .timeLimit(.minutes(60)))
    func listenerReleased() async throws {
        let config = under.config
        let states = [try state(["S": 1]), try state(["S": 2])]
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<2 {
                group.addTask {
                    for _ in 0..<20_000 {
                        let listener = ReadingListener(config)
                        config.registerListener(listener, forSectionName: "S")
                        if worker == 0 { config.removeListener(listener, forSectionName: "S") }
                    }
                }
            }
            group.addTask {
                for round in 0..<2000 { config.apply(states[round % 2]) }
            }
        }
        under.drain()
        #expect(config["S"] != nil)
    }

    @Test("a section stays as it was when it was read")
    func snapshots() throws {
        under.config.apply(try state(["S": 1]))
        let before = try #require(under.config["S"])
        under.config.apply(try state(["S": 2]))
        #expect(before.int(forKey: "v") == 1)
        #expect(under.config["S"]?.int(forKey: "v") == 2)
        #expect(under.config["T"] == nil)
    }
}

/// Runs a closure when it is released.
private final class Leaver: Sendable {
    private let leave: @Sendable () -> Void

    init(_ leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit { leave() }
}

/// Reads the configuration when it is released.
private final class ReadingListener: ActiveConfigListener {
    private let config: ActiveConfig

    init(_ config: ActiveConfig) {
        self.config = config
    }

    deinit { _ = config.currentUserID }

    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String
    ) {}
}
