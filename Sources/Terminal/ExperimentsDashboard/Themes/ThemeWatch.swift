import Dispatch
import ExperimentsCore
import Foundation
import Synchronization

/// Reads themes anew whenever one of their files changes, away from the thread that draws.
public final class ThemeWatch: Sendable {
    private let files: ThemeFiles
    private let watcher: any FileWatcher
    private let post: @Sendable (Message) -> Void
    private let queue = DispatchQueue(label: "experiments.themes")
    private let watches = Mutex<[String: ObservationHandle]>([:])

    /// Watches from now on.
    ///
    /// - Parameter post: takes messages, from any thread.
    public init(
        _ files: ThemeFiles, watcher: any FileWatcher = .system, post: @escaping @Sendable (Message) -> Void
    ) {
        self.files = files
        self.watcher = watcher
        self.post = post
        queue.async { [weak self] in self?.watch() }
    }

    /// Reads them now, and looks for new ones. Returns at once.
    public func read() {
        queue.async { [weak self] in self?.readAndPost() }
    }

    private func readAndPost() {
        watch()
        do throws(FileProblem) {
            post(.themesRead(try files.library(), problem: nil, at: Date()))
        } catch {
            let others = ThemeFiles(folder: files.folder)
            guard let library = try? others.library() else { return }
            post(.themesRead(library, problem: error.description, at: Date()))
        }
    }

    private func watch() {
        for path in files.paths {
            watches.withLock { watches in
                guard watches[path] == nil else { return }
                watches[path] = watcher.watch(path) { [weak self] in self?.read() }
            }
        }
    }
}
