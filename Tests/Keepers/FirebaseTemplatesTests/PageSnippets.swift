import ExperimentsCore
import FirebaseTemplates

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private func evaluate(_ bytes: [UInt8]) throws -> String {
    let template = try ServerTemplate(parsing: bytes)
    let evaluation = template.evaluate(
        for: EvaluationContext(["randomizationId": "user-1", "tier": "gold"]),
        defaults: ["greeting": "Hello"])
    let greeting = evaluation["greeting"].text
    return greeting
}
