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
