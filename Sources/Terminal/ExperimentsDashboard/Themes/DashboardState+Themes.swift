extension DashboardState {
    mutating func openThemes() -> [Effect] {
        panels.push(ThemesPanel(self))
        return [.readThemes]
    }

    /// Uses the theme with this name. If it has a mistake, that is reported, and the last good one stays.
    mutating func takeTheme(named name: String) -> [Effect] {
        do throws(ThemeProblem) {
            appearance.theme = try appearance.themes.theme(named: name)
            chooseTheme()
        } catch {
            say(error.description, .error, seconds: 15)
        }
        return []
    }

    /// The theme that is in use was chosen: from now on it stays, and is remembered.
    mutating func chooseTheme() {
        appearance.chosenTheme = theme.name
        appearance.followsBackground = false
        say("theme \(theme.title)", .success, seconds: 3)
    }

    /// Uses the new themes. The present one is read again; if that fails, the last good one stays.
    mutating func adopt(_ library: ThemeLibrary, _ problem: String?) {
        appearance.themes = library
        let name = theme.name
        panels.change(ThemesPanel.self) { panel in
            panel.follow(library, inUse: name)
            return true
        }
        if let problem { say(problem, .error, seconds: 15, as: .file) }
        guard library.names.contains(theme.name) else { return }
        do throws(ThemeProblem) {
            let before = theme
            appearance.theme = try library.theme(named: theme.name)
            // To be seen at once, so that nothing is said.
            if theme != before { log(.file, "theme \(theme.title) was read again") }
        } catch {
            say(error.description, .error, seconds: 15, as: .file)
        }
    }

    /// Takes the light or the dark theme, unless one was chosen.
    mutating func followBackground(_ color: Color) {
        guard followsBackground, let theme = try? appearance.themes.theme(named: color.isLight ? "light" : "dark")
        else { return }
        appearance.theme = theme
    }
}
