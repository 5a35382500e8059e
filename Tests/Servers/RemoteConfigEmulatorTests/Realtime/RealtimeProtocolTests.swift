import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator's realtime stream", .inTurn, .timeLimit(.minutes(60)))
struct RealtimeProtocolTests {
    /// The text of the stream up to its end.
    func wholeText(_ stream: RealtimeStream?) async throws -> String {
        var text = ""
        for await piece in try #require(stream) { text += String(decoding: piece, as: UTF8.self) }
        return text
    }

    func pieces(_ stream: RealtimeStream?) throws -> Pieces {
        Pieces(iterator: try #require(stream).makeAsyncIterator())
    }

    @Test("a client that knows of more than was published yet hears of each publish still")
    func outlived() async throws {
        let emulator = try demoEmulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "7")
        var pieces = try pieces(answer.stream)
        #expect(await pieces.next() == "[")
        #expect(await pieces.next() == #"{"latestTemplateVersionNumber":"1"}"# + "\n")
        try emulator.publish(template(["color": "blue"]), to: "demo-shop")
        #expect(await pieces.next() == #",{"latestTemplateVersionNumber":"2"}"# + "\n")
    }

    @Test("opens with a bracket immediately, and says each publish in a line of its own")
    func publishes() async throws {
        let emulator = try demoEmulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "1")
        #expect(answer.status == 200)
        var pieces = try pieces(answer.stream)
        #expect(await pieces.next() == "[")
        try emulator.publish(template(["color": "blue"]), to: "demo-shop")
        #expect(await pieces.next() == #"{"latestTemplateVersionNumber":"2"}"# + "\n")
        try emulator.publish(template(["color": "green"]), to: "demo-shop")
        #expect(await pieces.next() == #",{"latestTemplateVersionNumber":"3"}"# + "\n")
        try emulator.endRealtimeStreams(of: "demo-shop")
        #expect(await pieces.next() == "]\n")
        #expect(await pieces.next() == nil)
    }

    @Test("a client that knows an older version hears of the current one immediately", arguments: ["0", "2"])
    func older(known: String) async throws {
        let emulator = try demoEmulator()
        try emulator.publish(template([:]), to: "demo-shop")
        try emulator.publish(template([:]), to: "demo-shop")
        let answer = await Caller(emulator: emulator).listen(knowing: known)
        try emulator.endRealtimeStreams(of: "demo-shop")
        #expect(try await wholeText(answer.stream) == "[{\"latestTemplateVersionNumber\":\"3\"}\n]\n")
    }

    @Test("a client that knows the current version hears nothing until there is a newer one")
    func current() async throws {
        let emulator = try demoEmulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "1")
        try emulator.endRealtimeStreams(of: "demo-shop")
        #expect(try await wholeText(answer.stream) == "[]\n")
    }

    @Test("is one JSON array, whatever is reported")
    func array() async throws {
        let emulator = try demoEmulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "0")
        for _ in 0..<10 { try emulator.publish(template([:]), to: "demo-shop") }
        try emulator.endRealtimeStreams(of: "demo-shop")
        let json = try JSONValue(parsing: try await wholeText(answer.stream))
        #expect(json.array?.map { $0["latestTemplateVersionNumber"] } == (1...11).map { .string("\($0)") })
    }

    @Test("a reader that is far behind gets the newest versions")
    func behind() async throws {
        let emulator = try demoEmulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "1")
        for _ in 0..<500 { try emulator.publish(template([:]), to: "demo-shop") }
        try emulator.endRealtimeStreams(of: "demo-shop")
        let said = try JSONValue(parsing: try await wholeText(answer.stream)).array ?? []
        #expect(said.count < 100)
        #expect(said.last == ["latestTemplateVersionNumber": "501"])
    }

    @Test("ends after its lifetime")
    func lifetime() async throws {
        let waits = Recorder<Duration>()
        let configuration = Emulator.Configuration(streamLifetime: .seconds(120), sleep: { waits.record($0) })
        let emulator = try demoEmulator(configuration: configuration)
        let answer = await Caller(emulator: emulator).listen(knowing: "1")
        #expect(try await wholeText(answer.stream) == "[]\n")
        #expect(waits.elements == [.seconds(120)])
    }

    @Test("is forgotten when no one holds it")
    func forgotten() async throws {
        let emulator = try demoEmulator()
        let caller = Caller(emulator: emulator)
        do {
            let first = await caller.listen(knowing: "1")
            let second = await caller.listen(knowing: "1")
            #expect(try emulator.realtimeStreamCount(of: "demo-shop") == 2)
            withExtendedLifetime((first, second)) {}
        }
        #expect(try emulator.realtimeStreamCount(of: "demo-shop") == 0)
    }

    @Test("ends when its reader is cancelled")
    func cancelled() async throws {
        let emulator = try demoEmulator()
        let stream = try #require(await Caller(emulator: emulator).listen(knowing: "1").stream)
        let reader = Task {
            var pieces = 0
            for await _ in stream { pieces += 1 }
            return pieces
        }
        reader.cancel()
        #expect(await reader.value == 2)
    }

    @Test("faults: turned off, delayed, ended early, refused")
    func faults() async throws {
        // Only what lasts no time is over at once: a stream's lifetime would end it before the fault does.
        let configuration = Emulator.Configuration(sleep: {
            if $0 > .zero { try await untilCancelledThrowing() }
        })
        let emulator = try demoEmulator(configuration: configuration)
        let caller = Caller(emulator: emulator)
        emulator.inject(Fault(.lastMessage(.featureDisabled), target: .realtime, remaining: 1))
        #expect(
            try await wholeText(await caller.listen(knowing: "0").stream)
                == "[{\"featureDisabled\":true}\n]\n")
        emulator.inject(Fault(.lastMessage(.retryInterval(seconds: 90)), target: .realtime, remaining: 1))
        #expect(
            try await wholeText(await caller.listen(knowing: "0").stream)
                == "[{\"retryIntervalSeconds\":90}\n]\n")
        emulator.inject(Fault(.status(503), target: .realtime, remaining: 1))
        let refused = await caller.listen(knowing: "0")
        #expect(refused.status == 503)
        #expect(refused.stream == nil)
        emulator.inject(Fault(.endOfStream(after: .zero), target: .realtime, remaining: 1))
        #expect(try await wholeText(await caller.listen(knowing: "1").stream) == "[]\n")
    }

    @Test("an operator can announce on open streams that realtime is off")
    func disabledLater() async throws {
        let emulator = try demoEmulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "1")
        try emulator.endRealtimeStreams(of: "demo-shop", with: .featureDisabled)
        #expect(try await wholeText(answer.stream) == "[{\"featureDisabled\":true}\n]\n")
    }

    @Test(
        "a request that is not one is refused",
        arguments: [
            (#"{"appInstanceId": "fid"}"#, "'appId' is required."),
            (#"{"appId": "1:1:web:a"}"#, "'appInstanceId' is required."),
            (
                #"{"appId": "a", "appInstanceId": "f", "lastKnownVersionNumber": "two"}"#,
                #"Invalid value at 'lastKnownVersionNumber' (TYPE_INT64): "two""#
            ),
        ])
    func refused(body: String, message: String) async throws {
        let answer = try await Caller(emulator: try demoEmulator())
            .call("POST", "/v1/projects/demo-shop/namespaces/firebase:streamFetchInvalidations", body)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string == message)
    }
}

/// Reads a stream piece by piece.
struct Pieces {
    var iterator: RealtimeStream.AsyncIterator

    mutating func next() async -> String? {
        await iterator.next().map { String(decoding: $0, as: UTF8.self) }
    }
}
