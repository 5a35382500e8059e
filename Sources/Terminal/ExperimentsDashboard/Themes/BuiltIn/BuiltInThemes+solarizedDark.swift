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
