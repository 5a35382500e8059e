// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let dark = #"""
        # Quiet colours on a dark background of its own. `background: terminal` in the project file, or `--background terminal`,
        # leaves the background to the terminal, so that a transparent one stays so.
        #
        # Every role is here: copy this file to start a theme, or say `extends: dark` and list only what differs.
        title: Dark
        dark: true

        palette:
          ink: "#d7dee6"
          base: "#0d1117"
          bar: "#1b222c"
          side: "#11161d"
          float: "#1a212b"
          shade: "#05080c"
          shaded: "#4d5661"
          thumb: "#8b95a1"
          red: "#ff7b72"
          orange: "#ffa657"
          yellow: "#e3b341"
          green: "#7ee787"
          cyan: "#76d9e6"
          blue: "#79c0ff"
          magenta: "#d2a8ff"
          grey: "#98a0a9"
          line: "#545d68"
          row: "#263142"
          picked: "#222a35"
          accent: blue

        roles:
          # The grounds. On few colours they are the terminal's own: nobody knows its palette.
          text: {fg: ink, bg: base, basic: default}
          panel: {fg: ink, bg: side, basic: default}
          dim: {fg: grey, basic: dim}
          title: bold accent
          header: {fg: ink, bg: bar, basic: default}
          headerLabel: {fg: grey, basic: default}
          tab: {fg: grey, bg: bar, basic: default}
          tabActive: {fg: "#0d1117", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#c3cad2", attributes: [bold, underline], basic: bold underline}
          # Laid over whole rows: the colours of the row stay where 256 colours allow a quiet background, elsewhere both
          # colours are set, so that the row can be read whatever the palette.
          cursorRow: {bg: row, basic: black on cyan}
          selectedRow: {bg: picked, basic: underline}
          border: {fg: line, basic: default}
          scrollBar: {fg: thumb, basic: default}
          footerKey: bold accent
          footerText: {fg: grey, bg: bar, basic: default}
          ok: green
          missing: bold red
          # What is near on a circle of hues would be red and blue on few colours: the normal yellow and magenta are meant.
          incorrect: {fg: orange, attributes: bold, basic: bold color3}
          override: {fg: magenta, attributes: bold, basic: bold color5}
          default: cyan
          undeclared: {fg: grey, attributes: italic, basic: default}
          unknown: {fg: grey, basic: default}
          changed: bold yellow
          added: bold green
          removed: bold red
          filterMatch: bold underline yellow
          prompt: default
          promptError: red
          caret: reverse
          warning: yellow
          error: bold red
          success: green
          live: green
          stale: yellow
          paused: bold orange
          popup: {fg: ink, bg: float, basic: default}
          popupTitle: bold accent
          popupBorder: {fg: accent}
          shadow: {fg: shaded, bg: shade, basic: dim}
          badgeProduction: {fg: "#ffffff", bg: "#b62324", attributes: bold, basic: bold white on red}
          group: bold accent
          key: default
          value: default
          type: {fg: cyan, basic: default}
          age: {fg: grey, basic: default}
          sparkline: accent
          diffOld: red
          diffNew: green

        """#
}
