extension DashboardState {
    /// Opens the list of themes, which may have been written since they were read.
    mutating func openThemes() -> [Effect] {
        overlay = .themes(selected: themes.names.firstIndex(of: theme.name) ?? 0, original: theme)
        return [.readThemes]
    }

    /// Puts a theme on while it is being chosen. One with a mistake is told, and the last good one stays.
    mutating func tryTheme(_ index: Int) -> [Effect] {
        guard case .themes(_, let original) = overlay, themes.names.indices.contains(index) else { return [] }
        overlay = .themes(selected: index, original: original)
        do throws(ThemeProblem) {
            theme = try themes.theme(named: themes.names[index])
        } catch {
            say(error.description, .error, seconds: 15)
        }
        return []
    }

    /// The theme that is in use was chosen: from now on it stays, and is remembered.
    mutating func chooseTheme() {
        chosenTheme = theme.name
        followsBackground = false
        say("theme \(theme.title)", .success, seconds: 3)
    }

    /// The themes may be others now. The one in use is read anew; where that fails, the last good one stays.
    mutating func adopt(_ library: ThemeLibrary, _ problem: String?) {
        themes = library
        if case .themes(let selected, let original) = overlay {
            overlay = .themes(selected: library.names.firstIndex(of: theme.name) ?? selected, original: original)
        }
        if let problem { say(problem, .error, seconds: 15) }
        guard library.names.contains(theme.name) else { return }
        do throws(ThemeProblem) {
            theme = try library.theme(named: theme.name)
        } catch {
            say(error.description, .error, seconds: 15)
        }
    }

    /// Takes the light or the dark theme, unless one was chosen.
    mutating func followBackground(_ color: Color) {
        guard followsBackground, let theme = try? themes.theme(named: color.isLight ? "light" : "dark") else { return }
        self.theme = theme
    }
}
