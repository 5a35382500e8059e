/// The header of every answer.
package struct EtcdHeader: Sendable, Hashable {
    /// The cluster that answered.
    package let clusterID: UInt64
    /// The member that answered.
    package let memberID: UInt64
    /// The revision of the store when it answered: the number of all changes in the cluster. 0 if the answer does not
    /// have it.
    package let revision: Int64

    /// Creates a header.
    package init(clusterID: UInt64, memberID: UInt64, revision: Int64) {
        (self.clusterID, self.memberID, self.revision) = (clusterID, memberID, revision)
    }

    /// - Parameter answer: an answer, whose header may be missing where nothing in it is not zero.
    init(of answer: EtcdFields) throws(EtcdAnswerProblem) {
        let fields = try answer.fields("header")
        self.init(
            clusterID: try fields?.id("cluster_id") ?? 0, memberID: try fields?.id("member_id") ?? 0,
            revision: try fields?.number("revision") ?? 0)
    }
}
