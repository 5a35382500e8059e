import ExperimentsCore
import Variants

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private func read() throws -> Bool {
    let registry = VariantRegistry()
    try registry.load(VariantsDocument(contentsOfFile: "variants.json"))
    let isNew = try registry.bool("new_checkout", context: ["user_id": "anna"])
    return isNew
}
