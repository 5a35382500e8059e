import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Whether users came to the groups as they should", .inTurn)
struct SampleRatioTests {
    @Test(
        "the Bayes factor is exact to nine digits, with a billion billion users, too",
        arguments: ReferenceValues.bayesFactors)
    func bayesFactor(users: [Int], weights: [Double], logarithm: Double) {
        let check = SampleRatioCheck([PhaseCounts(weights: weights, users: users)])
        #expect(agree(check.logBayesFactor, logarithm, relative: 1e-9, absolute: 1e-11))
    }

    @Test("a changed split is not a mismatch, and each phase counts by its own weights")
    func phases() {
        let ramp = [
            PhaseCounts(weights: [0.9, 0.1], users: [9000, 1000]),
            PhaseCounts(weights: [0.5, 0.5], users: [5000, 5000]),
        ]
        let sound = SampleRatioCheck(ramp)
        #expect(!sound.isMismatch())
        #expect(sound.pValue == 1)
        #expect(sound.users == [14_000, 6000])
        #expect(sound.expected == [14_000, 6000])
        #expect(SampleRatioCheck([PhaseCounts(weights: [0.5, 0.5], users: [14_000, 6000])]).isMismatch())
    }

    @Test("52 to 48 is found at twelve thousand users, and not at five hundred")
    func finding() {
        #expect(SampleRatioCheck([PhaseCounts(weights: [1, 1], users: [6240, 5760])]).isMismatch())
        #expect(!SampleRatioCheck([PhaseCounts(weights: [1, 1], users: [260, 240])]).isMismatch())
    }

    @Test("users of a group that should get none are a mismatch")
    func misplaced() {
        let check = SampleRatioCheck([PhaseCounts(weights: [1, 0, 1], users: [500, 300, 500])])
        #expect(check.isMismatch() && check.misplaced == [0, 300, 0])
        #expect(check.expected == [500, 0, 500] && check.pValue == 0)
        #expect(SampleRatioCheck([PhaseCounts(weights: [1, 0, 1], users: [500, 1, 500])]).isMismatch())
        #expect(!SampleRatioCheck([PhaseCounts(weights: [1, 0, 1], users: [500, 0, 500])]).isMismatch())
        #expect(!SampleRatioCheck([PhaseCounts(weights: [0, 0], users: [5, 500])]).isMismatch())
        let design = ExperimentDesign(groups: ["a", "c", "b"], metrics: [])
        #expect(
            design.words(for: .mismatch(check)).hasPrefix("300 users in c, which should have none: check how")
        )
    }

    @Test(
        "users of an earlier phase in which a group had a weight are none, and few who come late are none either"
    )
    func latecomers() {
        func check(_ late: Int) -> SampleRatioCheck {
            SampleRatioCheck([
                PhaseCounts(weights: [1, 1, 1], users: [900, 900, 900]),
                PhaseCounts(weights: [1, 1, 0], users: [1000, 1000, late]),
            ])
        }
        #expect(!check(0).isMismatch() && !check(15).isMismatch())
        #expect(check(300).isMismatch() && check(300).misplaced == [0, 0, 300])
        let before = SampleRatioCheck([
            PhaseCounts(weights: [1, 1, 0], users: [1000, 1000, 15]),
            PhaseCounts(weights: [1, 1, 1], users: [900, 900, 900]),
        ])
        #expect(before.isMismatch())
    }

    @Test("phases without users add no degrees of freedom")
    func emptyPhases() {
        let one = SampleRatioCheck([PhaseCounts(weights: [1, 1], users: [5000, 5330])])
        let two = SampleRatioCheck([
            PhaseCounts(weights: [1, 1], users: [5000, 5330]), PhaseCounts(weights: [4, 1], users: [0, 0]),
        ])
        #expect(one.pValue == two.pValue && abs((one.pValue ?? 0) - 0.001_167) < 0.000_001)
    }

    @Test("users who come back in later phases count once for a mismatch")
    func returningUsers() {
        func check(returning: Int) -> SampleRatioCheck {
            SampleRatioCheck(
                (0..<4).map {
                    PhaseCounts(weights: [1, 1], users: [5000, 5330], returning: $0 == 0 ? 0 : returning)
                })
        }
        let one = SampleRatioCheck([PhaseCounts(weights: [1, 1], users: [5000, 5330])])
        #expect(!one.isMismatch())
        #expect(check(returning: 0).isMismatch())
        #expect(!check(returning: 10_330).isMismatch())
        #expect(abs(check(returning: 10_330).logBayesFactor - one.logBayesFactor) < 1e-9)
    }

    @Test("a single group has no split")
    func alone() {
        #expect(SampleRatioCheck([PhaseCounts(weights: [1], users: [100])]).pValue == nil)
        #expect(SampleRatioCheck([]).pValue == nil)
    }

    @Test("no users are not a mismatch")
    func nobody() {
        let check = SampleRatioCheck([PhaseCounts(weights: [1, 1], users: [])])
        #expect(check.pValue == 1)
        #expect(!check.isMismatch())
    }

    @Test("users in several groups count from one in a hundred, and from ten")
    func mixed() {
        #expect(MixedUsers(count: 10, of: 1000).areTooMany())
        #expect(!MixedUsers(count: 10, of: 1001).areTooMany())
        #expect(!MixedUsers(count: 9, of: 100).areTooMany())
        #expect(!MixedUsers(count: 5, of: 9).areTooMany())
        #expect(!MixedUsers(count: -3, of: -7).areTooMany())
        #expect(MixedUsers(count: 50, of: 10).share == 1)
        #expect(MixedUsers(count: 5, of: 5).areTooMany())
    }
}
