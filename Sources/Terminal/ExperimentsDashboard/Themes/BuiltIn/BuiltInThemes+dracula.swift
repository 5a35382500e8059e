// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let dracula = #"""
        # For those who work at night: Dracula, by Zeno Rocha; hues a little lighter than the original where text in them
        # would fall below a contrast of 4.5 in the row under the cursor.
        title: Dracula
        dark: true
        extends: dark

        palette:
          ink: "#f8f8f2"
          base: "#282a36"
          bar: "#21222c"
          side: "#242631"
          float: "#313341"
          shade: "#191a21"
          shaded: "#5c6082"
          thumb: "#9aa0c0"
          red: "#ff9b9b"
          orange: "#ffb86c"
          yellow: "#f1fa8c"
          green: "#50fa7b"
          cyan: "#8be9fd"
          blue: "#b3c4ff"
          magenta: "#ff9ce2"
          grey: "#bbc1df"
          line: "#6272a4"
          row: "#414458"
          picked: "#373948"
          accent: magenta

        roles:
          tabActive: {fg: "#282a36", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#f8f8f2", attributes: [bold, underline], basic: bold underline}

        """#
}
