// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
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
