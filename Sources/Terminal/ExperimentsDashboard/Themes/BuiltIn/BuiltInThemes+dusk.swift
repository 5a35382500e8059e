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
