// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

enum BuiltInThemes {
    static let all: [(name: String, text: String)] = [
        ("colour-blind-light", colourBlindLight),
        ("colour-blind", colourBlind),
        ("dark", dark),
        ("dracula", dracula),
        ("dusk", dusk),
        ("gruvbox", gruvbox),
        ("high-contrast", highContrast),
        ("light", light),
        ("monochrome", monochrome),
        ("nord", nord),
        ("paper", paper),
        ("solarized-dark", solarizedDark),
        ("solarized-light", solarizedLight),
    ]
}
