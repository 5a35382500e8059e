import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Retry-After", .inTurn)
struct RetryAfterTests {
    // Sun, 06 Nov 1994 08:49:37 GMT
    let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "seconds, a date, or nothing usable",
        arguments: [
            ("7", 7.0), (" 120 ", 120), ("0", 0), ("99999999999999999999", 86400),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Fri, 06 Nov 2099 08:00:00 GMT", 86400), ("1994-11-06T08:50:37Z", 60),
            ("1994-11-06T09:50:37+01:00", 60),
            ("-5", nil), ("soon", nil), ("", nil), ("1.5", nil), ("Sun, 36 Nov 1994 08:50:37 GMT", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Foo 1994 08:50:37 GMT", nil),
        ] as [(String, TimeInterval?)])
    func forms(text: String, expected: TimeInterval?) {
        #expect(RetryWait.seconds(in: ["Retry-After": text], now: now) == expected)
    }

    @Test(
        "more than a day is said to be too much",
        arguments: [
            ("86400", nil), ("86401", nil), ("90000", "it asks to wait for 1d1h; waiting for 1d"),
            ("315360000", "it asks to wait for 3650d; waiting for 1d"),
            (
                "99999999999999999999",
                "it asks to wait for more than a century; waiting for 1d"
            ),
            ("soon", nil), ("Sun, 13 Nov 1994 08:49:37 GMT", "it asks to wait for 7d; waiting for 1d"),
        ] as [(String, String?)])
    func exaggeration(text: String, expected: String?) {
        #expect(RetryWait.exaggeration(in: ["Retry-After": text], now: now) == expected)
    }

    @Test("no header asks for nothing")
    func absent() {
        #expect(RetryWait.seconds(in: [:], now: now) == nil)
    }

    @Test("a date is measured against the server's own clock")
    func skewedClock() {
        let headers: HeaderFields = [
            "retry-after": "Sun, 06 Nov 1994 08:50:37 GMT", "date": "Sun, 06 Nov 1994 08:50:27 GMT",
        ]
        #expect(RetryWait.seconds(in: headers, now: now + 5000) == 10)
    }

    @Test("dates are written as they are read")
    func roundTrip() {
        #expect(HTTPDate.text(of: now) == "Sun, 06 Nov 1994 08:49:37 GMT")
        for days in stride(from: -30_000.0, through: 60_000, by: 97) {
            let date = Date(timeIntervalSince1970: days * 86400 + 3723)
            #expect(HTTPDate.date(from: HTTPDate.text(of: date)) == date)
        }
    }
}
