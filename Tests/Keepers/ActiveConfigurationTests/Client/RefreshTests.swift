import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Refreshing", .inTurn)
struct RefreshTests {
    @Test("it waits an interval before each download, longer after failures, and stops when it is released")
    func refreshing() async throws {
        let under = ConfigUnderTest()
        let waits = Recorder<Int>()
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
        let turns = Turns(ticks)
        under.downloader.lineUp(.success(ActiveConfigDownload(.value(document(["S": 1])))))
        under.downloader.lineUp(.failure(FetchFailure("no network")))
        under.downloader.lineUp(.failure(FetchFailure("no network")))
        under.downloader.lineUp(.failure(FetchFailure("busy", retryAt: under.clock.now + 900)))
        let observation = under.config.refresh(every: .seconds(30), seed: nil) { duration in
            waits.record(Int(duration.inSeconds.rounded()))
            await turns.next()
            try Task.checkCancellation()
        }
        for count in 1...4 {
            #expect(try await waits.first(count).count == count)
            #expect(under.downloader.requests.count == count - 1)
            tick.yield()
        }
        #expect(try await waits.first(5) == [30, 30, 30, 60, 900])
        observation.cancel()
        tick.finish()
        #expect(under.downloader.requests.count == 4)
    }

    @Test("it downloads nothing in the background, and what is due in the foreground")
    func background() async throws {
        let (under, presence, waits) = (ConfigUnderTest(), AppPresence(), Recorder<Duration>())
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
        let turns = Turns(ticks)
        under.downloader.lineUp(.success(ActiveConfigDownload(.value(document(["S": 1])))))
        presence.report(.background)
        let pause: @Sendable (Duration) async throws -> Void = { duration in
            waits.record(duration)
            await turns.next()
        }
        let observation = under.config.refresh(every: .seconds(30), seed: nil, sleep: pause, of: presence)
        tick.yield()
        _ = try await waits.first(1)
        #expect(under.downloader.requests.isEmpty)
        presence.report(.foreground)
        try await eventually("the download") { under.downloader.requests.count == 1 }
        observation.cancel()
        tick.finish()
    }

    @Test("it does not keep the configuration alive")
    func weak() async throws {
        weak var gone: ActiveConfig?
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
        let turns = Turns(ticks)
        var observation: ObservationHandle?
        do {
            let config = ActiveConfig(downloader: ScriptedDownloader(), listenerQueue: .global())
            gone = config
            observation = config.refresh(every: .seconds(30)) { _ in await turns.next() }
        }
        tick.yield()
        #expect(gone == nil)
        observation?.cancel()
    }
}

/// Lets a waiting task go on once for each tick.
private actor Turns {
    private var iterator: AsyncStream<Void>.Iterator

    init(_ ticks: AsyncStream<Void>) {
        iterator = ticks.makeAsyncIterator()
    }

    func next() async {
        var iterator = iterator
        _ = await iterator.next(isolation: self)
        self.iterator = iterator
    }
}
