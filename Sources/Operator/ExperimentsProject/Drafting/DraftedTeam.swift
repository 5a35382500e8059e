/// The store that a team shares, as a drafted project file names it.
package struct DraftedTeam: Sendable, Hashable {
    /// Where its members listen, such as `http://127.0.0.1:2379`; at least one.
    package var endpoints: [String]
    /// Whose part of it is meant.
    package var project: String

    /// A store.
    ///
    /// - Parameter folder: the name of the project's folder, which the project is called by.
    package init(endpoints: [String], folder: String) {
        self.endpoints = endpoints
        let name = folder.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
        project = name.isEmpty ? "project" : String(name)
    }

    /// The field `overrides:`.
    var section: String {
        """
        # What the team shares lies under your own file; `experiments override set KEY VALUE --team` changes it.
        overrides:
          file: .experiments/overrides.json
          etcd:
            endpoints: [\(endpoints.joined(separator: ", "))]
            prefix: "\(project)/shared"
            # user: shop
            # password: ${ETCD_PASSWORD}
        """
    }
}
