// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let highContrast = #"""
        # White on black with strong colours, whatever the terminal's own colours are. Words and attributes carry the meaning
        # first, colours only repeat it.
        title: High Contrast
        dark: true
        extends: dark

        palette:
          ink: "#ffffff"
          base: "#000000"
          bar: "#000000"
          side: "#000000"
          float: "#000000"
          shade: "#000000"
          shaded: "#7a8087"
          thumb: "#ffffff"
          red: "#ff9a91"
          orange: "#ffc27a"
          yellow: "#ffe45c"
          green: "#8dff9a"
          cyan: "#8ff3ff"
          blue: "#a5d3ff"
          magenta: "#e9c8ff"
          grey: "#d5dae0"
          line: "#c0c6cd"
          row: "#ffffff"

        roles:
          text: {fg: ink, bg: base, basic: bright-white on black}
          dim: {fg: grey, basic: default}
          tabActive: {fg: "#000000", bg: "#ffffff", attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#ffffff", attributes: [bold, underline], basic: bold underline}
          # Both colours: the row is all of one look, and nothing in it can be hard to read.
          cursorRow: {fg: "#000000", bg: "#ffe45c", attributes: bold, basic: black on yellow}
          selectedRow: {fg: "#ffffff", bg: "#003a8c", basic: bold underline}
          missing: bold underline red
          incorrect: bold underline orange
          changed: bold reverse yellow
          filterMatch: bold underline
          popup: {fg: ink, bg: float, basic: bright-white on black}
          badgeProduction: {fg: "#000000", bg: "#ff9a91", attributes: bold, basic: bold reverse red}

        """#
}
