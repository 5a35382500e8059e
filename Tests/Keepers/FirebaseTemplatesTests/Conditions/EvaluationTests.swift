import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Conditions of an app instance", .inTurn)
struct EvaluationTests {
    private let instance = AppInstance(
        SourcePersona(fields: [
            "app.id": "1:1:ios:a", "app.version": "2.10.1", "app.build": "204", "device.os": "iOS",
            "device.country": "gb", "device.language": "en-GB", "app.firebaseInstallationId": "user-1",
            "app.audiences": ["Buyers", "Readers"], "app.firstOpenTimestamp": "2025-06-01T12:00:00Z",
            "app.userProperty['plan']": "gold plus", "app.userProperty['age']": 42,
            "app.customSignal": ["tier": "3", "v": "1.4.0"],
        ]), now: Date(timeIntervalSince1970: 1_750_000_000))

    private func holds(_ text: String) throws -> Bool {
        let json: JSONValue = [
            "conditions": [["name": "c", "expression": .string(text)]],
            "parameters": ["p": ["conditionalValues": ["c": ["value": "1"]]]],
        ]
        let template = ClientTemplate(try RemoteConfigTemplate(json))
        #expect(template.problems.isEmpty, "\(template.problems)")
        return template.evaluate(for: instance)["p"]?.text == "1"
    }

    @Test(
        "what is known is compared",
        arguments: [
            "app.id == '1:1:ios:a'", "device.os == 'ios'", "device.os != 'android'",
            "device.country in ['US', 'GB']",
            "device.language in ['en']", "device.language in ['fr', 'en-gb']", "app.version.>(['2.9'])",
            "app.version.>=(['2.10.1'])", "app.version.==(['2.10.1.0'])", "app.build.<(['205'])",
            "app.version.contains(['10'])", "app.version.notContains(['x', 'y'])",
            "app.version.matches(['^2\\.'])",
            "app.version.exactlyMatches(['1', '2.10.1'])", "app.audiences.inAtLeastOne(['X', 'Buyers'])",
            "app.audiences.inAll(['Readers', 'Buyers'])", "app.audiences.notInAll(['X', 'Y'])",
            "app.audiences.notInAtLeastOne(['Buyers', 'X'])", "app.firebaseInstallationId in ['user-1']",
            "app.userProperty['plan'].contains(['gold'])", "app.userProperty['age'] >= 42",
            "app.userProperty['age'] != 41", "app.customSignal['tier'] < 4",
            "version(app.customSignal['v']) >= '1.4'", "app.firstOpenTimestamp <= ('2025-06-01T12:00:00')",
            "app.firstOpenTimestamp > ('2025-06-01T12:59:59', 'Europe/Paris')",
            "dateTime >= dateTime('2025-06-15T15:06:40')",
            "dateTime < dateTime('2025-06-15T15:06:41', 'UTC')",
            "percent <= 25", "percent > 24.9", "percent between 24 and 25", "percent('s') > 72", "true",
            "true && device.os == 'ios'",
        ])
    func known(text: String) throws {
        #expect(try holds(text))
    }

    @Test(
        "what is not so, or not known, does not hold, whatever is asked",
        arguments: [
            "false", "true && false", "app.id == '1:1:ios:b'", "device.os != 'ios'", "app.version.<(['2.9'])",
            "app.importedSegments.notInAll(['x'])", "app.userProperty['none'].notContains(['x'])",
            "app.userProperty['none'] != 1", "app.userProperty['plan'] != 1",
            "app.customSignal['x'].notContains(['y'])",
            "app.operatingSystemAndVersion.notInAll(['x'])", "percent <= 24", "percent('s') <= 72",
            "device.language in ['e']", "app.audiences.inAll(['Readers', 'X'])",
        ])
    func notHolding(text: String) throws {
        #expect(try !holds(text))
    }

    @Test("a date in a zone that turns its clocks is that zone's")
    func summerTime() throws {
        let expression = try ConditionExpression(
            parsing: "dateTime < dateTime('2025-07-01T00:00:00', 'Europe/London')")
        guard case .element(_, .date(_, let date)) = expression.atoms.first else {
            Issue.record("not a date")
            return
        }
        #expect(date.date == RFC3339.date(from: "2025-06-30T23:00:00Z"))
    }
}
