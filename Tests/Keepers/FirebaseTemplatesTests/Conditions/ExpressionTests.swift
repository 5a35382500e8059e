import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Expressions of conditions", .inTurn)
struct ExpressionTests {
    @Test(
        "every documented form is read, and written as it was",
        arguments: [
            "true", "false && true",
            "app.userProperty['hello'].contains(['abc', 'def']) && app.userProperty['bye'] >= 2",
            "percent('seeeeeed') between 0 and 20 && app.id == '1:1:ios:a'",
            "app.customSignal['mykey'].notContains(['123']) && percent > 50",
            "dateTime >= dateTime('2025-01-01T09:00:00')",
            "app.firstOpenTimestamp <= ('2025-01-01T09:00:00')",
            "app.build.>=(['1.0.0']) && app.version.contains(['1.0.', '2.1.0'])",
            "device.language in ['en-US', 'RU'] && device.country in ['GB', 'AU', 'CA']",
            "dateTime < dateTime('2025-01-01T09:02:30') && dateTime >= dateTime('2025-01-01T09:02:30', 'UTC')",
            "app.version.<(['1.2'])", "app.version.!=(['1.2'])", "app.version.matches(['^1\\..*'])",
            "app.audiences.inAtLeastOne(['A', 'B'])", "app.importedSegments.notInAll(['x'])",
            "app.firebaseInstallationId in ['f1', 'f2']", "device.os != 'android'", "percent <= 0.5",
            "version(app.customSignal['v']) >= '1.2.0'", "app.customSignal['k'] == -1.5",
            "app.userProperty['it\\'s'].exactlyMatches(['a\\'b'])", "app.userProperty['tone'].contains(['🏽'])",
            "app.userProperty['\u{301}x'].contains(['\u{200C}x', 'a\\'\u{301}'])",
            "app.operatingSystemAndVersion.inAtLeastOne(['macOS 15'])",
            "app.firstOpenTimestamp > ('2022-10-31T14:37:47', 'America/Los_Angeles')",
        ])
    func forms(text: String) throws {
        #expect(try ConditionExpression(parsing: text).description == text)
    }

    @Test("blanks that say nothing are allowed, and left out when written")
    func blanks() throws {
        let text = "  device.country  in  [ 'GB' ,'IE' ]  &&\n percent( 's' )<=10 "
        #expect(
            try ConditionExpression(parsing: text).description
                == "device.country in ['GB', 'IE'] && percent('s') <= 10"
        )
        let synonym = try ConditionExpression(parsing: "firebaseInstallationId in ['f']")
        #expect(synonym.elements == [.installationID])
    }

    @Test(
        "an error has its place, and advice where there is some",
        arguments: [
            ("", 0, "expected a condition"), ("device.os = 'ios'", 10, "write =="),
            ("device.os == \"ios\"", 13, "write ' instead"), ("device.os == 'ios", 13, "not closed"),
            ("true || false", 5, "no \"or\""), ("true or false", 5, "no \"or\""),
            ("true&&false", 4, "expected spaces"), ("true &&false", 5, "spaces"),
            ("true && ", 8, "found the end"), ("!true", 0, "or the default value"),
            ("(true)", 0, "no brackets"),
            ("app.verison.>(['1'])", 0, "did you mean app.version"), ("colour.>(['1'])", 0, "not an element"),
            ("App.Version.>(['1'])", 0, "did you mean app.version"),
            ("app.version .>=(['1'])", 11, "without spaces"),
            ("app.version. >=(['1'])", 12, "without spaces"),
            ("app.version.>= (['1'])", 14, "remove the space"),
            ("app.version.>=(['1', '2'])", 14, "one version"),
            ("app.version.>=(['beta'])", 14, "not a version"),
            ("app.version.startsWith(['1'])", 12, "is not one of"),
            ("app.userProperty['k'] == '5'", 25, "without quotes"),
            ("app.userProperty['k'] == 'gold'", 25, "write .exactlyMatches(['gold'])"),
            ("app.customSignal['k'] != 'it\\'s'", 25, "write .notContains(['it\\'s'])"),
            ("app.customSignal['k'] > 'b'", 24, "only numbers have an order"),
            ("device.os == '🏽' && x", 19, "not an element"), ("app.userProperty.contains(['x'])", 16, "a key"),
            ("percent <= 101", 11, "not a percentage"), ("percent between 20 and 10", 16, "wrong way round"),
            ("percent >= 5", 8, "expected <= or >"), ("dateTime < dateTime('tomorrow')", 20, "not a date"),
            ("dateTime < dateTime('2025-02-30T09:00:00')", 20, "not a date"),
            ("dateTime < dateTime('2025-01-01T09:00:00', 'Mars/Base')", 43, "not a time zone"),
            ("app.version.matches(['('])", 22, "not a regular expression"),
            ("app.version.matches(['a', 'it\\'s*+'])", 33, "this repeats a repetition"),
            ("percent <= 50%", 11, "omit the %"), ("percent between 5% and 10%", 16, "omit the %"),
            ("app.userProperty.tier.contains(['x'])", 16, "write app.userProperty['tier']"),
            ("device.dateTime >= dateTime('2025-01-01T09:00:00')", 0, "did you mean dateTime?"),
            ("device.country in []", 19, "single quotes"),
            ("device.os < 'ios'", 10, "expected == or !="), ("app.id != 'x'", 7, "expected =="),
        ])
    func errors(text: String, offset: Int, words: String) throws {
        let problem = try #require(throws: ExpressionProblem.self) { try ConditionExpression(parsing: text) }
        #expect(problem.offset == offset, "\(problem)")
        #expect(problem.description.contains(words), "\(problem)")
    }

    @Test("== is advised only where it is allowed")
    func misplacedEquality() throws {
        let problem = try #require(throws: ExpressionProblem.self) {
            try ConditionExpression(parsing: "percent = 10")
        }
        #expect(problem.advice == nil)
    }

    @Test("the excerpt has a caret under the place")
    func caret() throws {
        let problem = try #require(throws: ExpressionProblem.self) {
            try ConditionExpression(parsing: "device.os = 'ios'")
        }
        #expect(problem.excerpt == "device.os = 'ios'\n          ^")
        let long = "app.version.contains(['" + String(repeating: "x", count: 200) + "']) & true"
        let cut = try #require(throws: ExpressionProblem.self) { try ConditionExpression(parsing: long) }
        let lines = (cut.excerpt ?? "").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("…") == true)
        #expect(Array(lines.first ?? "")[(lines.last?.count ?? 0) - 1] == "&")
    }

    @Test("the advice for a text that is compared like a number can be followed")
    func adviceLeadsOn() throws {
        let text = "app.userProperty['tier'] == 'gold'"
        let problem = try #require(throws: ExpressionProblem.self) { try ConditionExpression(parsing: text) }
        let call = try #require(problem.advice?.firstMatch(of: /\.exactlyMatches\(.*?\)/)?.0)
        let mended = try ConditionExpression(parsing: "app.userProperty['tier']" + call)
        var instance = AppInstance(now: Date())
        instance.userProperties["tier"] = "gold"
        #expect(mended.holds(for: instance))
    }

    @Test("a skin tone by itself is found in a text")
    func skinTone() throws {
        var instance = AppInstance(now: Date())
        instance.userProperties["tone"] = "👍🏽"
        #expect(
            try ConditionExpression(parsing: "app.userProperty['tone'].contains(['🏽'])").holds(for: instance))
    }
}
