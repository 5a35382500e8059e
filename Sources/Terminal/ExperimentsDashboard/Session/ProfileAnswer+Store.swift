import ExperimentsCore

extension ProfileAnswer {
    /// Carries out a request, and reads how the profiles are then.
    init(_ request: ProfileRequest, from store: OverrideProfileStore) {
        self.init(isDone: true)
        do throws(FileProblem) {
            switch request {
            case .list: break
            case .save(let profile): try store.save(profile)
            case .delete(let name): try store.delete(named: name)
            }
        } catch {
            isDone = false
            problems.append(error)
        }
        do throws(FileProblem) {
            let listing = try store.list()
            profiles = listing.profiles
            problems += listing.problems
        } catch {
            isDone = false
            problems.append(error)
        }
    }
}
