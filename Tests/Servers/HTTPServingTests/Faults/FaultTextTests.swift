import ExperimentsHTTPServing
import TestSupport
import Testing

@Suite("Faults in words", .inTurn)
struct FaultTextTests {
    @Test(
        "are read",
        arguments: [
            ("429", Fault(.status(429))), ("429:0.1", Fault(.status(429), rate: 0.1)),
            ("realtime/503*3", Fault(.status(503), target: .realtime, remaining: 3)),
            (
                "any/500,retry-after=30:0.5*2",
                Fault(.status(500, retryAfter: "30"), target: .any, rate: 0.5, remaining: 2)
            ),
            ("delay=200ms", Fault(.delay(.milliseconds(200)), target: .any)),
            ("installations/hang", Fault(.hang, target: .installations)),
            ("truncated", Fault(.truncatedBody)),
            ("oversized=5000", Fault(.oversizedBody(bytes: 5000))),
            ("feature-disabled", Fault(.lastMessage(.featureDisabled), target: .realtime)),
            (
                "retry-interval=90*1",
                Fault(.lastMessage(.retryInterval(seconds: 90)), target: .realtime, remaining: 1)
            ),
            ("end-of-stream=5s", Fault(.endOfStream(after: .seconds(5)), target: .realtime)),
        ])
    func reading(text: String, fault: Fault) throws {
        let read = try FaultText(parsing: text)
        #expect(read.fault == fault)
        #expect(try FaultText(parsing: read.description).fault == fault)
    }

    @Test(
        "that are none say what was expected",
        arguments: [
            ("", "expected a status"), ("900", "expected a status"), ("429:2", "a share of the requests"),
            ("429:", "a share of the requests"), ("429*0", "expected a count after *"),
            ("other/429", "expected one of any, fetch"),
            ("delay=200", "expected a status"), ("hang=1", "expected a status"),
            ("429,wait=3", "expected a status"),
            ("429,retry-after=a\r\nb", "expected a status"),
            ("429,retry-after=" + String(repeating: "9", count: 101), "expected a status"),
        ])
    func refused(text: String, message: String) {
        let problem = #expect(throws: FaultText.Problem.self) { try FaultText(parsing: text) }
        #expect(problem?.message.contains(message) == true)
    }
}
