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
