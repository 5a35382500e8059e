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

extension BuiltInThemes {
    static let colourBlindLight = #"""
        # Blue against orange for light backgrounds: the hues of Okabe and Ito, darker, which people with deuteranopia,
        # protanopia and tritanopia tell apart. Attributes set apart what colours could not.
        title: Colour-blind, light
        dark: false
        extends: light

        palette:
          red: "#994300"
          orange: "#7a5c00"
          yellow: "#7a5c00"
          green: "#005a9c"
          cyan: "#0b5f7d"
          blue: "#005a9c"
          magenta: "#8b3972"
          grey: "#5a6068"

        roles:
          missing: {fg: red, attributes: [bold, underline], basic: bold underline color3}
          incorrect: {fg: orange, attributes: bold, basic: bold color3}
          ok: {fg: green, basic: color4}
          added: {fg: green, attributes: bold, basic: bold color4}
          removed: {fg: red, attributes: [bold, underline], basic: bold underline color3}
          success: {fg: green, basic: color4}
          live: {fg: green, basic: color4}
          error: {fg: red, attributes: [bold, underline], basic: bold underline color3}
          diffOld: {fg: red, attributes: underline, basic: underline color3}
          diffNew: {fg: green, basic: color4}
          badgeProduction: {fg: "#ffffff", bg: "#a34700", attributes: bold, basic: bold black on yellow}

        """#

    static let light = #"""
        # Quiet colours on a light background of its own.
        title: Light
        dark: false
        extends: dark

        palette:
          ink: "#1f2328"
          base: "#ffffff"
          bar: "#e9edf2"
          side: "#f6f8fa"
          float: "#f3f6f9"
          shade: "#d3d9e0"
          shaded: "#8b949e"
          thumb: "#6b737c"
          red: "#b3261e"
          orange: "#9a4a00"
          yellow: "#7a5600"
          green: "#1a6f2c"
          cyan: "#0b6674"
          blue: "#0a55b5"
          magenta: "#7231ab"
          grey: "#5c636b"
          line: "#9aa1a9"
          row: "#e1ebf8"
          picked: "#eaeff5"

        roles:
          tabActive: {fg: "#ffffff", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#2f363d", attributes: [bold, underline], basic: bold underline}

        """#

    static let paper = #"""
        # Ink on paper: black for what is well, colour only for what is not. On the colour of paper, and for printing.
        title: Paper
        dark: false
        extends: light

        palette:
          ink: "#2b2622"
          base: "#fbf8f0"
          bar: "#ede7d9"
          side: "#f6f1e6"
          float: "#f3eee2"
          shade: "#d9d1bf"
          shaded: "#9a9182"
          thumb: "#756d60"
          red: "#a3160f"
          orange: "#723700"
          yellow: "#6b5000"
          blue: "#17457a"
          magenta: "#6a2c91"
          grey: "#595959"
          line: "#a6a6a6"
          row: "#e9e4d6"
          picked: "#efeadd"

        roles:
          ok: default
          type: dim
          default: {fg: grey, attributes: italic, basic: default}
          success: default
          live: default
          sparkline: default
          title: bold
          group: bold
          popupTitle: bold
          footerKey: bold

        """#

    static let solarizedLight = #"""
        # Ethan Schoonover's Solarized, light. Hues are darker than the
        # original where text would fall below a contrast of 4.5.
        title: Solarized Light
        dark: false
        extends: light

        palette:
          ink: "#3b4f57"
          base: "#fdf6e3"
          bar: "#eee8d5"
          side: "#f8f1de"
          float: "#f5eeda"
          shade: "#ddd5bd"
          shaded: "#93a1a1"
          thumb: "#657b83"
          red: "#b9201d"
          orange: "#7d2f0b"
          yellow: "#725600"
          green: "#566300"
          cyan: "#136863"
          blue: "#1a66a3"
          magenta: "#a8256c"
          grey: "#4e6167"
          line: "#93a1a1"
          row: "#ebe4cd"
          picked: "#f0e9d6"

        roles:
          tabActive: {fg: "#fdf6e3", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#073642", attributes: [bold, underline], basic: bold underline}

        """#
}
