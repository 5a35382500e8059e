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

// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let colourBlind = #"""
        # Blue against orange, never red against green: the hues of Okabe and Ito, which people with deuteranopia, protanopia
        # and tritanopia tell apart. Attributes set apart what colours could not.
        title: Colour-blind
        dark: true
        extends: dark

        palette:
          red: "#ff8a3d"
          orange: "#f0e442"
          yellow: "#f0e442"
          green: "#56b4e9"
          cyan: "#9ad0ec"
          blue: "#56b4e9"
          magenta: "#e5a3c8"
          grey: "#a4a9b0"

        roles:
          missing: {fg: red, attributes: [bold, underline], basic: bold underline yellow}
          incorrect: {fg: orange, attributes: bold, basic: bold bright-yellow}
          ok: {fg: green, basic: bright-cyan}
          added: {fg: green, attributes: bold, basic: bold bright-cyan}
          removed: {fg: red, attributes: [bold, underline], basic: bold underline yellow}
          success: {fg: green, basic: bright-cyan}
          live: {fg: green, basic: bright-cyan}
          error: {fg: red, attributes: [bold, underline], basic: bold underline yellow}
          diffOld: {fg: red, attributes: underline, basic: underline yellow}
          diffNew: {fg: green, basic: bright-cyan}
          badgeProduction: {fg: "#000000", bg: "#ff8a3d", attributes: bold, basic: bold black on yellow}

        """#
}

// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

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
}

// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let dusk = #"""
        # Warm and quiet, for the evening: hues of a low sun on dark slate.
        title: Dusk
        dark: true
        extends: dark

        palette:
          ink: "#e4dad1"
          base: "#1f1c1b"
          bar: "#2b2725"
          side: "#242120"
          float: "#2e2a28"
          shade: "#141211"
          shaded: "#5c5650"
          thumb: "#948a82"
          red: "#f28f7c"
          orange: "#f2b270"
          yellow: "#e8cf7a"
          green: "#a9cf8e"
          cyan: "#86c9c0"
          blue: "#8fb8e8"
          magenta: "#d9a3d0"
          grey: "#aba29c"
          line: "#5c5650"
          row: "#3d3734"
          picked: "#332e2c"
          accent: orange

        roles:
          tabActive: {fg: "#1c1917", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#d6cbc0", attributes: [bold, underline], basic: bold underline}

        """#
}

// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
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
}

// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let nord = #"""
        # Colours of the north: Nord, by Arctic Ice Studio; some hues a little lighter than the original, so that text in them
        # can be read in the row under the cursor too.
        title: Nord
        dark: true
        extends: dark

        palette:
          ink: "#e5e9f0"
          base: "#2e3440"
          bar: "#272c36"
          side: "#2a303b"
          float: "#353c4a"
          shade: "#21252e"
          shaded: "#5d6880"
          thumb: "#8f9bb3"
          red: "#eb9fa7"
          orange: "#e3a48f"
          yellow: "#ebcb8b"
          green: "#a9c392"
          cyan: "#9ac3c2"
          blue: "#8ec3d2"
          magenta: "#d0adca"
          grey: "#b0b9c8"
          line: "#616e88"
          row: "#3d4555"
          picked: "#384051"

        roles:
          tabActive: {fg: "#2e3440", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#e5e9f0", attributes: [bold, underline], basic: bold underline}

        """#
}

// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let solarizedDark = #"""
        # Ethan Schoonover's Solarized, dark. Hues are a little lighter
        # than the original where text would fall below a contrast of 4.5.
        title: Solarized Dark
        dark: true
        extends: dark

        palette:
          ink: "#c5cfcf"
          base: "#002b36"
          bar: "#00212b"
          side: "#01262f"
          float: "#073642"
          shade: "#001e26"
          shaded: "#3f5a62"
          thumb: "#76909a"
          red: "#f08a86"
          orange: "#ee8f5e"
          yellow: "#c9a227"
          green: "#9bb000"
          cyan: "#3fb8ae"
          blue: "#5caeec"
          magenta: "#ea7fb4"
          grey: "#93a1a1"
          line: "#586e75"
          row: "#093a46"
          picked: "#05313d"

        roles:
          tabActive: {fg: "#002b36", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#eee8d5", attributes: [bold, underline], basic: bold underline}

        """#
}
