import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@testable import FirebaseExperiments

@Suite("Exposures to experiments of Firebase A/B Testing", .inTurn)
struct FirebaseExposureTests {
    private let start = Date(timeIntervalSince1970: 1_770_000_000)

    private func experiment(_ id: String, _ variant: String, trigger: String? = nil) throws
        -> ExperimentDescription
    {
        var json = JSONObject()
        json["experimentId"] = .string(id)
        json["variantId"] = .string(variant)
        json["triggerEvent"] = trigger.map(JSONValue.string)
        json["triggerTimeoutMillis"] = "60000"
        return try #require(ExperimentDescription(json))
    }

    @Test("count once with the activation, and again for another variant")
    func activation() throws {
        var exposures = FirebaseExposures()
        let first = try experiment("_exp_7", "0")
        #expect(exposures.activated([first], at: start) == [first])
        #expect(exposures.activated([first], at: start).isEmpty)
        let second = try experiment("_exp_7", "1")
        #expect(exposures.activated([second], at: start) == [second])
    }

    @Test("to an experiment with a trigger count from its event on, within its time")
    func trigger() throws {
        var exposures = FirebaseExposures()
        let waiting = try experiment("_exp_7", "1", trigger: "open_cart")
        #expect(exposures.activated([waiting], at: start).isEmpty)
        #expect(exposures.happened("purchase", at: start).isEmpty)
        #expect(exposures.happened("open_cart", at: start.addingTimeInterval(59)) == [waiting])
        #expect(exposures.happened("open_cart", at: start.addingTimeInterval(59)).isEmpty)
        let late = try experiment("_exp_8", "1", trigger: "open_cart")
        #expect(exposures.activated([late], at: start).isEmpty)
        #expect(exposures.happened("open_cart", at: start.addingTimeInterval(61)).isEmpty)
    }
}
