/// Something that happened in an emulator.
public enum EmulatorNotice: Sendable {
    /// A request was answered.
    case request(RequestRecord)
    /// A project serves another version now.
    case published(projectID: String, version: Int64)
    /// A project's template file changed and cannot be served; the last good template still is.
    case templateRefused(projectID: String, TemplateFileProblem)
}
