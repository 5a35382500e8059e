import ExperimentsCore
import TestSupport
import Testing

@Suite("Planning an experiment on the command line", .fewAtATime)
struct PowerTests {
    @Test("prints how many users and days an effect needs")
    func plan() async throws {
        let done = try await Workplace().run(
            "power", "--baseline", "10%", "--effect", "10%", "--users-per-day", "2000", "--once")
        #expect(done.status == 0)
        #expect(
            done.lines == [
                "Effect: +10% (10% to 11%), detected with a chance of 80% (false alarms: 5% at most)",
                "Users:  29,497 (14,749 in each of 2 groups)", "Days:   15",
                "Look once, at the end: looking earlier and stopping is wrong far more often.",
            ], "\(done)")
    }

    @Test("if it takes very long, prints the effect that three months can detect")
    func long() async throws {
        let workplace = try Workplace()
        func lines(_ users: String) async throws -> [Substring] {
            try await workplace.run("power", "--baseline", "10%", "--effect", "5%", "--users-per-day", users)
                .lines
        }
        #expect(
            try await lines("2000").contains {
                $0.contains(/An effect of \+6\.\d+% can be detected in 90 days/)
            })
        #expect(try await lines("20000").allSatisfy { !$0.contains("90 days") })
        #expect(try await lines("0.01").contains { $0.hasPrefix("Days:") })
    }

    @Test("looking at any time needs more, and JSON has the figures")
    func json() async throws {
        let workplace = try Workplace()
        let once = try await workplace.run(
            "power", "--baseline", "10%", "--effect", "10%", "--once", "--json"
        ).json()
        let ever = try await workplace.run("power", "--baseline", "10%", "--effect", "10%", "--json").json()
        #expect(once.object?["users"] == 29_497)
        #expect(once.object?["days"] == .null)
        #expect(ever.object?["looks"] == "any time")
        #expect((ever.object?["users"]?.double ?? 0) > 45_000)
    }

    @Test("prints the effect that a number of days can detect; with more groups, each has fewer users")
    func days() async throws {
        let workplace = try Workplace()
        func difference(_ groups: String) async throws -> Double {
            let done = try await workplace.run(
                "power", "--baseline", "10%", "--days", "14", "--users-per-day", "2000", "--groups", groups,
                "--json")
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
            (["--baseline", "10%"], "expected either --effect or --days"),
            (["--baseline", "10%", "--days", "3"], "--days requires --users-per-day"),
            (
                ["--baseline", "ten", "--effect", "5%"],
                "invalid --baseline \"ten\": expected a percentage such as 10%, or a mean"
            ),
            (
                ["--baseline", "12", "--effect", "5%"],
                "invalid --baseline \"12\": expected a percentage between 0% and 100%, or a mean with --deviation"
            ),
            (
                ["--baseline", "10%", "--deviation", "3", "--effect", "5%"],
                "--deviation is for a mean, but --baseline 10% is a percentage"
            ),
            (
                ["--baseline", "60%", "--effect", "90%"],
                "impossible effect: the result would be below 0% or above 100%"
            ),
            (
                ["--baseline", "10%", "--effect", "5%", "--power", "30%"],
                "no plan is possible for this alpha and power"
            ),
            (
                ["--baseline", "10%", "--effect", "5%", "--groups", "1"],
                "invalid --groups 1: expected 2 to 100"
            ),
            (
                ["--baseline", "10%", "--effect", "5%", "--split", "90"],
                "invalid --split \"90\": expected a weight above 0 for each group"
            ),
            (
                ["--baseline", "10%", "--effect", "5%", "--split", "90:x"],
                "invalid --split \"90:x\": expected a weight above 0"
            ),
            (
                ["--baseline", "10%", "--effect", "5%", "--split", "9:1", "--groups", "3"],
                "--split has 2 weights"
            ),
            (
                ["--baseline", "0", "--deviation", "3", "--effect", "5%"],
                "for a mean of 0, a difference such as 0.5"
            ),
            (
                ["--effect", "5%"],
                "expected --baseline, or --metric to take it from the history of the project"
            ),
            (
                ["--baseline", "0.2", "--denominator", "4", "--effect", "5%"],
                "--denominator requires --deviation"
            ),
            (
                ["--baseline", "10%", "--metric", "m", "--effect", "5%"],
                "--baseline cannot be combined with --metric, --experiment or --demo"
            ),
        ])
    func mistakes(arguments: [String], message: String) async throws {
        let done = try await Workplace().run(Workplace.program, ["power"] + arguments)
        #expect(done.status == 1)
        #expect(done.errors.contains(message), "\(done)")
    }

    @Test("a mistake is reported with the usage of the command, not of the whole program")
    func usage() async throws {
        let done = try await Workplace().run("power", "--baseline", "200%", "--effect", "5%")
        #expect(done.errors.contains("Usage: experiments power "), "\(done)")
        #expect(done.errors.contains("See `experiments power --help`"), "\(done)")
    }

    @Test("more groups need more users each, as each comparison is tested at its part of the level")
    func groups() async throws {
        let workplace = try Workplace()
        func answer(_ groups: String) async throws -> JSONObject {
            let done = try await workplace.run(
                "power", "--baseline", "10%", "--effect", "20%", "--groups", groups, "--json")
            return try #require(try done.json().object)
        }
        let (two, four) = (try await answer("2"), try await answer("4"))
        #expect(two["comparisons"] == 1 && four["comparisons"] == 3)
        #expect((four["usersPerGroup"]?.double ?? 0) > 1.15 * (two["usersPerGroup"]?.double ?? 0))
        let words = try await workplace.run("power", "--baseline", "10%", "--effect", "20%", "--groups", "4")
        #expect(
            words.output.contains("Each of 3 comparisons is tested at 1.67% (Holm's correction)"), "\(words)")
    }

    @Test("an unequal split needs more users in total, and each group is listed with its number")
    func split() async throws {
        let workplace = try Workplace()
        let even = try await workplace.run(
            "power", "--baseline", "10%", "--effect", "10%", "--once", "--json"
        ).json()
        let done = try await workplace.run(
            "power", "--baseline", "10%", "--effect", "10%", "--split", "90:10", "--once", "--json")
        let uneven = try done.json().object
        #expect((uneven?["users"]?.double ?? 0) > 2.5 * (even.object?["users"]?.double ?? 0))
        let users = (uneven?["usersByGroup"]?.array ?? []).compactMap(\.double)
        #expect(users.count == 2 && abs(users[0] / users[1] - 9) < 0.01)
        #expect(uneven?["usersPerGroup"] == .null)
    }

    @Test("the expected users that need the fewest are advised, and then fewer are enough")
    func expectedUsers() async throws {
        let workplace = try Workplace()
        let plain = try await workplace.run("power", "--baseline", "10%", "--effect", "5%")
        #expect(plain.output.contains("With `expected_users: "), "\(plain)")
        let document = try await workplace.run("power", "--baseline", "10%", "--effect", "5%", "--json")
            .json()
        let advised = try #require(document.object?["advised"]?.object)
        let text = String(Int(advised["expectedUsers"]?.double ?? 0))
        let tuned = try await workplace.run(
            "power", "--baseline", "10%", "--effect", "5%", "--expected-users", text, "--json"
        ).json()
        #expect((tuned.object?["users"]?.double ?? 0) < 0.85 * (document.object?["users"]?.double ?? 0))
        let once = try await workplace.run("power", "--baseline", "10%", "--effect", "5%", "--once")
        #expect(!once.output.contains("expected_users"))
    }

    @Test("a share and a difference are distinguished, whatever the sign of the mean")
    func effects() async throws {
        let workplace = try Workplace()
        func first(_ arguments: String...) async throws -> Substring {
            let done = try await workplace.run(Workplace.program, ["power"] + arguments + ["--once"])
            return try #require(done.lines.first, "\(done)")
        }
        let blank = try await first("--baseline", "10 %", "--effect", "5 %")
        #expect(blank.hasPrefix("Effect: +5% (10% to 10.5%), "))
        let points = try await first("--baseline", "10%", "--effect", "0.5")
        #expect(points.hasPrefix("Effect: +50 percentage points (10% to 60%, +500%), "))
        let negative = try await first("--baseline", "-10", "--deviation", "3", "--effect", "5%")
        #expect(negative.hasPrefix("Effect: +5% (-10 to -9.5), "))
        let zero = try await first("--baseline", "0", "--deviation", "3", "--effect", "0.5")
        #expect(zero.hasPrefix("Effect: +0.5 (0 to 0.5), "))
    }

    @Test("a ratio is planned from its numerator, its denominator and how they go together")
    func ratio() async throws {
        let done = try await Workplace().run(
            "power", "--baseline", "0.25", "--deviation", "1.5", "--denominator", "4",
            "--denominator-deviation", "3",
            "--correlation", "0.5", "--effect", "10%", "--once", "--json")
        // Var = (1.5² - 2 × 0.5 × 1.5 × 0.75 + 0.75²)/16.
        let deviation = try done.json().object?["deviation"]?.double ?? 0
        #expect(abs(deviation * deviation - 0.10546875) < 1e-9, "\(done)")
    }

    @Test("a plan can begin with what users did so far")
    func history() async throws {
        let workplace = try Workplace()
        let done = try await workplace.run("power", "--demo", "--metric", "purchase", "--effect", "10%")
        #expect(done.status == 0)
        #expect(done.lines.first?.hasPrefix("purchase is ") == true, "\(done)")
        #expect(done.lines.contains { $0.hasPrefix("Days:") }, "\(done)")
        let document = try await workplace.run(
            "power", "--demo", "--experiment", "Search by meaning", "--metric", "revenue", "--effect", "10%",
            "--json"
        ).json()
        #expect((document.object?["deviation"]?.double ?? 0) > 0)
        let unknown = try await workplace.run("power", "--demo", "--metric", "purchas", "--effect", "10%")
        #expect(unknown.status == 1 && unknown.errors.contains("Did you mean purchase?"), "\(unknown)")
    }
}
