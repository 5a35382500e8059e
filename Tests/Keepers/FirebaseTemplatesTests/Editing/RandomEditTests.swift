import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Any edits at all", .inTurn)
struct RandomEditTests {
    /// An edit of what a template may or may not have.
    private func edit(_ source: inout RandomTemplate) -> TemplateEdit {
        let key = source.pick(["p0", "p1", "p2", "g", "q", "r"])
        let name = source.pick(["c0", "c1", "c2", "d"])
        let condition = source.random.below(2) == 0 ? nil : name
        let group = source.pick(["G", "H", nil])
        let text = source.text()
        let percent = source.pick(["0", "7.5", "100"])
        let expression = source.pick([
            "true", "percent <= 5", "percent between 10 and 20", "device.os == 'ios'",
        ])
        let place = source.random.below(4)
        return switch source.random.below(17) {
        case 0, 1: .setValue(key: key, condition: condition, .text(text))
        case 2: .setValue(key: key, condition: condition, .inAppDefault)
        case 3: .removeValue(key: key, condition: condition)
        case 4: .addParameter(key: key, .text(text), type: .string, group: group)
        case 5: .removeParameter(key: key)
        case 6: .renameParameter(key: key, to: source.pick(["q", "r", "p0"]))
        case 7: .setType(key: key, source.pick([.string, .number, .json]))
        case 8: .describeParameter(key: key, source.pick([nil, text]))
        case 9: .moveParameter(key: key, group: group)
        case 10:
            .addCondition(
                name: name, expression: expression, index: place, color: source.pick([nil, "BLUE"]))
        case 11: .setExpression(condition: name, expression)
        case 12: .setPercent(condition: name, percent)
        case 13: .renameCondition(name: name, to: source.pick(["d", "e", "c0"]))
        case 14: .moveCondition(name: name, index: place)
        case 15: .removeCondition(name: name)
        default: source.pick([.addGroup(name: "H", description: text), .removeGroup(name: "G")])
        }
    }

    private func draft(_ source: inout RandomTemplate) throws -> (
        draft: TemplateDraft, states: [RemoteConfigTemplate]
    ) {
        let base = try RemoteConfigTemplate(.object(source.document()))
        var draft = TemplateDraft(base: PublishedTemplate(template: base, etag: "1"))
        var states = [base]
        for _ in 0..<source.random.below(12) {
            let before = draft
            do {
                if try draft.make(edit(&source)) { states.append(draft.template) }
            } catch {
                // One that is refused changes nothing.
                #expect(draft == before)
            }
        }
        return (draft, states)
    }

    @Test("undoing goes through the same states back to the base, and redoing forward again")
    func undo() throws {
        var source = RandomTemplate(seed: 11)
        for _ in 0..<300 {
            var (draft, states) = try draft(&source)
            #expect(draft.edits.count == states.count - 1)
            for state in states.dropLast().reversed() {
                #expect(draft.undo() != nil)
                #expect(draft.template == state)
            }
            #expect(draft.undo() == nil)
            for state in states.dropFirst() {
                #expect(draft.redo() != nil)
                #expect(draft.template == state)
            }
        }
    }

    @Test("a draft that is kept is read back the same")
    func kept() throws {
        var source = RandomTemplate(seed: 12)
        for _ in 0..<300 {
            let draft = try draft(&source).draft
            #expect(try TemplateDraft(parsing: JSONValue.object(draft.json).prettyBytes) == draft)
        }
    }

    @Test("members that no one knows survive every edit")
    func unknownMembers() throws {
        var source = RandomTemplate(seed: 13)
        for _ in 0..<300 {
            let draft = try draft(&source).draft
            #expect(draft.template.json["later"] == draft.base.template.json["later"])
        }
    }

    @Test("a draft taken over to its own base is the same; to its own outcome it has nothing left to do")
    func rebase() throws {
        var source = RandomTemplate(seed: 14)
        for _ in 0..<300 {
            let draft = try draft(&source).draft
            let same = draft.rebased(on: draft.base)
            #expect(same.conflicts.isEmpty)
            #expect(same.draft.template == draft.template)
        }
    }

    @Test(
        "every edit of a rebased draft is kept, already made or reported as a conflict; theirs is never lost")
    func nothingIsLost() throws {
        var source = RandomTemplate(seed: 15)
        for _ in 0..<300 {
            let draft = try draft(&source).draft
            var theirs = draft.base.template
            for _ in 0..<4 { theirs = (try? theirs.applying(edit(&source))) ?? theirs }
            let rebase = draft.rebased(on: PublishedTemplate(template: theirs, etag: "2"))
            #expect(
                rebase.draft.edits.count + rebase.fulfilled.count + rebase.conflicts.count
                    == draft.edits.count)
            #expect(rebase.draft.base.template == theirs)
            if draft.isEmpty && draft.edits.isEmpty { #expect(rebase.draft.template == theirs) }
        }
    }

    @Test("leave the objects of rollouts and experiments as they are, to the byte")
    func studies() throws {
        var source = RandomTemplate(seed: 16)
        for round in 0..<1000 {
            var base = try RemoteConfigTemplate(.object(source.document()))
            let texts = [
                #"{"rolloutValue": {"rolloutId": "r\#(round)", "value": "1", "percent": 12.5, "later": [1]}}"#,
                #"{"experimentValue": {"experimentId": "\#(round)", "exposurePercent": 5.0, "later": {}}}"#,
            ]
            let values = try texts.map {
                TemplateValue.other(try #require(try JSONValue(parsing: $0).object))
            }
            for parameter in base.parameters {
                guard let name = base.conditions.first?.name else { continue }
                base = try base.applying(
                    .setValue(key: parameter.key, condition: name, values[source.random.below(2)]))
            }
            let before = Self.objects(base)
            var draft = TemplateDraft(base: PublishedTemplate(template: base, etag: "1"))
            for _ in 0..<6 { _ = try? draft.make(edit(&source)) }
            let after = Self.objects(draft.template)
            for (place, objects) in before {
                // A rollout that has several values in one parameter goes on while one of them is left.
                let left = after[place] ?? []
                #expect(!left.isEmpty && left.isSubset(of: objects))
            }
        }
    }

    @Test("leave the text of rollouts and experiments in a file as it is, with its blanks")
    func studiesInFile() async throws {
        var source = RandomTemplate(seed: 17)
        let folder = try TemporaryFolder()
        let studies = [
            #"{ "rolloutValue" :{"rolloutId":"r",  "value": "\u0031", "percent": 12.50 } }"#,
            #"{"experimentValue":{ "experimentId": "7","exposurePercent":5.0 , "variantValue" : [ ] } }"#,
        ]
        for round in 0..<60 {
            var document = source.document()
            document["parameters"] = .object(
                JSONObject(
                    distinct: [
                        .init(name: "s0", value: ["conditionalValues": ["c0": "@0"]]),
                        .init(name: "s1", value: ["conditionalValues": ["c0": "@1"]]),
                    ] + (document["parameters"]?.object?.members ?? [])))
            document["conditions"] = [
                ["name": "c0", "expression": "true"], ["name": "c1", "expression": "true"],
            ]
            let text = JSONValue.object(document).prettyText
                .replacing("\"@0\"", with: studies[0]).replacing("\"@1\"", with: studies[1])
            let path = try folder.write(text, to: "\(round).json")
            let origin = TemplateOrigin.file(path: path)
            var draft = TemplateDraft(base: try await origin.published())
            for _ in 0..<12 { _ = try? draft.make(edit(&source)) }
            _ = try await origin.publish(draft.template, replacing: try #require(draft.base.etag))
            let after = try folder.text(of: "\(round).json")
            #expect(studies.allSatisfy(after.contains), "\(draft.edits)\n\(after)")
        }
    }

    private struct Place: Hashable {
        let key: String
        let study: StudyReference
    }

    /// The objects of each rollout and experiment in each parameter, as they are written.
    private static func objects(_ template: RemoteConfigTemplate) -> [Place: Set<String>] {
        var objects: [Place: Set<String>] = [:]
        for parameter in template.parameters {
            for value in parameter.conditionalValues.map(\.value) {
                guard let study = value.study else { continue }
                objects[Place(key: parameter.key, study: study), default: []].insert(value.json.compactText)
            }
        }
        return objects
    }
}
