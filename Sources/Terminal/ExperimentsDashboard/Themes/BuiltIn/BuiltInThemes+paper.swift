// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
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
}
