import Dispatch
import ExperimentsSupport
import Foundation
import Locks

/// Reads themes anew whenever one of their files changes, away from the thread that draws.
package final class ThemeWatch: Sendable {
    private let files: ThemeFiles
    private let builtIn: ThemeLibrary
    private let watcher: any FileWatcher
    private let post: @Sendable (Reading) -> Void
    private let queue = DispatchQueue(label: "experiments.themes")
    private let watches = Mutex<[String: ObservationHandle]>([:])

    /// What was read, and when.
    package struct Reading: Sendable {
        /// The themes there are now.
        package let library: ThemeLibrary
        /// Why the file that was asked for could not be read; nil where it was.
        package let problem: String?
        /// When they were read.
        package let date: Date
    }

    /// Watches from now on.
    ///
    /// - Parameters:
    ///   - builtIn: the themes to which those of files are added.
    ///   - post: takes what was read, from any thread.
    package init(
        _ files: ThemeFiles, over builtIn: ThemeLibrary, watcher: any FileWatcher = .system,
        post: @escaping @Sendable (Reading) -> Void
    ) {
        self.files = files
        self.builtIn = builtIn
        self.watcher = watcher
        self.post = post
        queue.async { [weak self] in self?.watch() }
    }

    /// Reads them now, and looks for new ones. Returns at once.
    package func read() {
        queue.async { [weak self] in self?.readAndPost() }
    }

    private func readAndPost() {
        watch()
        do throws(FileProblem) {
            post(Reading(library: try files.library(over: builtIn), problem: nil, date: Date()))
        } catch {
            let others = ThemeFiles(folder: files.folder)
            guard let library = try? others.library(over: builtIn) else { return }
            post(Reading(library: library, problem: error.description, date: Date()))
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
