import FirebaseTemplates

/// Something that happened in an emulator.
public enum EmulatorNotice: Sendable {
    /// A request was answered.
    case request(RequestRecord)
    /// A project serves another version of one of its templates now.
    case published(projectID: String, namespace: TemplateNamespace, version: Int64)
    /// Connections are refused, because this program may not have more than `limit` files and connections open. Told
    /// once in a while.
    case connectionsRefused(limit: Int)
    /// A template file of a project changed and cannot be served; the last good template still is.
    case templateRefused(projectID: String, namespace: TemplateNamespace, TemplateFileProblem)
}
