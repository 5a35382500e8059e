import ExperimentsCore
import FirebaseTemplates

/// A small template that drafts are made on.
enum SampleTemplate {
    static let text = #"""
        {"conditions": [{"name": "uk", "expression": "device.country in ['GB']  && percent('s') <= 20", "tagColor": "BLUE"},
                        {"name": "beta", "expression": "app.version.>=(['2.0'])", "later": 1}],
         "parameters": {"color": {"defaultValue": {"value": "grey", "later": 1}, "valueType": "STRING", "later": [1],
                                  "conditionalValues": {"uk": {"value": "blue"}, "beta": {"value": "red"}}},
                        "limit": {"defaultValue": {"value": "3"}, "valueType": "NUMBER"}},
         "parameterGroups": {"Shop": {"description": "What is sold", "parameters": {
             "sale": {"defaultValue": {"value": "false"}, "valueType": "BOOLEAN"}}}},
         "version": {"versionNumber": "12"}, "later": {"a": 1}}
        """#

    static func published(_ text: String = text, etag: String = "etag-12") throws -> PublishedTemplate {
        PublishedTemplate(template: try RemoteConfigTemplate(parsing: Array(text.utf8)), etag: etag)
    }

    static func draft(_ edits: TemplateEdit...) throws -> TemplateDraft {
        var draft = TemplateDraft(base: try published())
        for edit in edits { try draft.make(edit) }
        return draft
    }
}
