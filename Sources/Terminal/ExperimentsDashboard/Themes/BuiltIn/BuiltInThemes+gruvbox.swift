// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let gruvbox = #"""
        # Retro groove: Gruvbox, dark, by Pavel Pertsev; some hues a little lighter than the original, so that text in them can
        # be read in the row under the cursor too.
        title: Gruvbox
        dark: true
        extends: dark

        palette:
          ink: "#ebdbb2"
          base: "#282828"
          bar: "#1d2021"
          side: "#242323"
          float: "#32302f"
          shade: "#1a1a1a"
          shaded: "#665c54"
          thumb: "#a08f7d"
          red: "#fc8272"
          orange: "#fe8f37"
          yellow: "#fabd2f"
          green: "#b8bb26"
          cyan: "#8ec07c"
          blue: "#8bada0"
          magenta: "#dfa0b3"
          grey: "#b3a48f"
          line: "#665c54"
          row: "#3f3a37"
          picked: "#363230"
          accent: yellow

        roles:
          tabActive: {fg: "#282828", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#ebdbb2", attributes: [bold, underline], basic: bold underline}

        """#
}
