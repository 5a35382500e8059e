import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Any template at all", .inTurn)
struct TemplateFuzzTests {
    @Test("a template that was read is written back with the same meaning and order, whatever is in it")
    func roundTrip() throws {
        var source = RandomTemplate(seed: 1)
        for _ in 0..<500 {
            let document = source.document()
            let template = try RemoteConfigTemplate(.object(document))
            let again = try RemoteConfigTemplate(parsing: Array(template.text.utf8))
            #expect(again == template)
            #expect(JSONValue.object(again.json).compactText == JSONValue.object(document).compactText)
            #expect(TemplateDifference(from: template, to: again).isEmpty)
        }
    }

    @Test("a template that is changed at a random byte is read, or refused with a place; nothing breaks")
    func damaged() throws {
        var source = RandomTemplate(seed: 2)
        let junk = Array("{}[]\",:\\x0-e ".utf8)
        for _ in 0..<2000 {
            var bytes = JSONValue.object(source.document()).prettyBytes
            for _ in 0..<(1 + source.random.below(3)) {
                bytes[source.random.below(bytes.count)] = source.pick(junk)
            }
            let (template, problems) = TemplateValidator().read(bytes)
            for problem in problems { #expect((problem.line ?? 0) > 0, "\(problem)") }
            _ = ClientTemplate(template).evaluate(for: AppInstance(now: Date(timeIntervalSince1970: 0)))
            do {
                _ = try ServerTemplate(template).evaluate(
                    for: EvaluationContext(["randomizationId": "u", "k": source.json()]))
            } catch {
                #expect(!error.problems.isEmpty)
            }
        }
    }

    @Test(
        "no text brings the reader of expressions down, and what it reads it writes so that it reads the same"
    )
    func expressions() {
        let pieces = [
            "app.version", ".", ">=", "(", ")", "[", "]", "'1.2'", "'", "&&", " && ", " ", "true", "percent",
            "between",
            "and", "5", "device.os", "==", "'ios'", "app.userProperty", "['k']", ".contains", "in",
            "dateTime", "<",
            "('2025-01-01T09:00:00')", ",", "\\", "é", "🙂", "version", "app.customSignal", "!", "\n", "\"",
        ]
        var random = SeededGenerator(seed: 3)
        var understood = 0
        for _ in 0..<30_000 {
            let text = (0..<random.below(9)).map { _ in pieces[random.below(pieces.count)] }.joined()
            do {
                let expression = try ConditionExpression(parsing: text)
                understood += 1
                #expect(try ConditionExpression(parsing: expression.description) == expression)
            } catch {
                #expect(error.offset <= text.count)
                #expect(error.excerpt?.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
            }
        }
        #expect(understood > 50)
    }

    @Test("the way from one template to another is nothing exactly where they mean the same")
    func differences() throws {
        var source = RandomTemplate(seed: 4)
        for _ in 0..<200 {
            let (first, second) = (source.document(), source.document())
            let old = try RemoteConfigTemplate(.object(first))
            let new = try RemoteConfigTemplate(.object(second))
            let difference = TemplateDifference(from: old, to: new)
            let back = TemplateDifference(from: new, to: old)
            #expect(difference.isEmpty == back.isEmpty)
            #expect(difference.changes.count == back.changes.count)
        }
    }
}
