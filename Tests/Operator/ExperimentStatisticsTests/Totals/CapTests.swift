import ExperimentStatistics
import TestSupport
import Testing

@Suite("The cap of a metric", .inTurn)
struct CapTests {
    @Test("a percentile is interpolated between the values of all groups")
    func percentile() {
        #expect(Cap.percentile(0.5, ofPositive: false).limit(among: [4, 1, 3, 2]) == 2.5)
        #expect(Cap.percentile(1, ofPositive: false).limit(among: [4, 1, 3, 2]) == 4)
        #expect(Cap.percentile(0, ofPositive: false).limit(among: [4, 1, 3, 2]) == 1)
        #expect(Cap.percentile(0.99, ofPositive: false).limit(among: [7]) == 7)
    }

    @Test("zeros are omitted on request, and NaN always")
    func leftOut() {
        #expect(Cap.percentile(0.5, ofPositive: true).limit(among: [0, 0, 0, -1, 5, 7]) == 6)
        #expect(Cap.percentile(0.5, ofPositive: false).limit(among: [.nan, 3, .infinity, 5]) == 4)
    }

    @Test("there is no cap where there is nothing to take it from")
    func nothing() {
        #expect(Cap.percentile(0.5, ofPositive: true).limit(among: [0]) == nil)
        #expect(Cap.percentile(1.5, ofPositive: false).limit(among: [1]) == nil)
        #expect(Cap.percentile(.nan, ofPositive: false).limit(among: [1]) == nil)
        #expect(Cap.value(.nan).limit(among: [1]) == nil)
        #expect(Cap.value(100).limit(among: []) == 100)
    }
}
