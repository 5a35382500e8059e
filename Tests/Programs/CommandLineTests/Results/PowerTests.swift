import ExperimentsCore
import TestSupport
import Testing

@Suite("Planning an experiment on the command line")
struct PowerTests {
    @Test("it is told how many users and days an effect needs")
    func plan() async throws {
        let done = try await Workplace().run(
            "power", "--baseline", "10%", "--effect", "10%", "--users-per-day", "2000", "--once")
        #expect(done.status == 0)
        #expect(
            done.lines == [
                "Sees an effect of +10 % (10 % to 11 %) with a chance of 80 %, and one that is not there with 5 % at most.",
                "Users:  29,497 (14,749 in each of 2 groups)", "Days:   15",
                "Look once, at the end: whoever looks earlier and stops is wrong far more often.",
            ], "\(done)")
    }

    @Test("where it takes very long, it is told what can be seen in three months")
    func long() async throws {
        let workplace = try Workplace()
        func lines(_ users: String) async throws -> [Substring] {
            try await workplace.run("power", "--baseline", "10%", "--effect", "5%", "--users-per-day", users).lines
        }
        #expect(try await lines("2000").contains { $0.contains("In 90 days, an effect of +6.") })
        #expect(try await lines("20000").allSatisfy { !$0.contains("90 days") })
        #expect(try await lines("0.01").contains { $0.hasPrefix("Days:") })
    }

    @Test("looking at any time needs more, and JSON has the figures")
    func json() async throws {
        let workplace = try Workplace()
        let once = try await workplace.run("power", "--baseline", "10%", "--effect", "10%", "--once", "--json").json()
        let ever = try await workplace.run("power", "--baseline", "10%", "--effect", "10%", "--json").json()
        #expect(once.object?["users"] == 29_497)
        #expect(once.object?["days"] == .null)
        #expect(ever.object?["looks"] == "any time")
        #expect((ever.object?["users"]?.double ?? 0) > 45_000)
    }

    @Test("it is told what so many days can show, and with more groups each has fewer users")
    func days() async throws {
        let workplace = try Workplace()
        func difference(_ groups: String) async throws -> Double {
            let done = try await workplace.run(
                "power", "--baseline", "10%", "--days", "14", "--users-per-day", "2000", "--groups", groups, "--json")
            return try done.json().object?["difference"]?.double ?? 0
        }
        let (two, four) = (try await difference("2"), try await difference("4"))
        #expect(two > 0.01 && two < 0.02)
        #expect(four > two * 1.3)
    }

    @Test("the mean of a value is planned with its deviation")
    func mean() async throws {
        let done = try await Workplace().run(
            "power", "--baseline", "100", "--deviation", "40", "--effect", "5", "--once", "--json")
        #expect(try done.json().object?["users"] == 2010)
    }

    @Test(
        "what makes no sense is refused in words",
        arguments: [
            (["--baseline", "10%"], "give either --effect or --days"),
            (["--baseline", "10%", "--days", "3"], "--days needs --users-per-day"),
            (["--baseline", "ten", "--effect", "5%"], "--baseline is a share such as 10%, or a mean, found 'ten'"),
            (["--baseline", "12", "--effect", "5%"], "for a mean, give --deviation, too"),
            (["--baseline", "10%", "--deviation", "3", "--effect", "5%"], "--deviation is for a mean"),
            (["--baseline", "60%", "--effect", "90%"], "there is no such effect"),
            (["--baseline", "10%", "--effect", "5%", "--power", "30%"], "there is no plan for this level and power"),
            (["--baseline", "10%", "--effect", "5%", "--groups", "1"], "--groups is from 2 to 100, found 1"),
        ])
    func mistakes(arguments: [String], message: String) async throws {
        let done = try await Workplace().run(Workplace.program, ["power"] + arguments)
        #expect(done.status == 1)
        #expect(done.errors.contains(message), "\(done)")
    }
}
