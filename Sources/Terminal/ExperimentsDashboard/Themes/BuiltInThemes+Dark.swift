// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let colourBlind = #"""
        # Blue against orange, never red against green: the hues of Okabe and Ito, which people with deuteranopia, protanopia
        # and tritanopia tell apart. Attributes set apart what colours could not.
        title: Colour-blind
        dark: true
        extends: dark

        palette:
          red: "#ff8a3d"
          orange: "#f0e442"
          yellow: "#f0e442"
          green: "#56b4e9"
          cyan: "#9ad0ec"
          blue: "#56b4e9"
          magenta: "#e5a3c8"
          grey: "#a4a9b0"

        roles:
          missing: {fg: red, attributes: [bold, underline], basic: bold underline yellow}
          incorrect: {fg: orange, attributes: bold, basic: bold bright-yellow}
          ok: {fg: green, basic: bright-cyan}
          added: {fg: green, attributes: bold, basic: bold bright-cyan}
          removed: {fg: red, attributes: [bold, underline], basic: bold underline yellow}
          success: {fg: green, basic: bright-cyan}
          live: {fg: green, basic: bright-cyan}
          error: {fg: red, attributes: [bold, underline], basic: bold underline yellow}
          diffOld: {fg: red, attributes: underline, basic: underline yellow}
          diffNew: {fg: green, basic: bright-cyan}
          badgeProduction: {fg: "#000000", bg: "#ff8a3d", attributes: bold, basic: bold black on yellow}

        """#

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
          # Backgrounds. With few colours, they are the terminal's own, because its palette is unknown.
          text: {fg: ink, bg: base, basic: default}
          panel: {fg: ink, bg: side, basic: default}
          dim: {fg: grey, basic: dim}
          title: bold accent
          header: {fg: ink, bg: bar, basic: default}
          headerLabel: {fg: grey, basic: default}
          tab: {fg: grey, bg: bar, basic: default}
          tabActive: {fg: "#0d1117", bg: accent, attributes: bold, basic: bold reverse}
          columnHeader: {fg: "#c3cad2", attributes: [bold, underline], basic: bold underline}
          # Laid over whole rows: with 256 colours or more, the colours of the row stay; with fewer, both
          # colours are set, so that the row can be read with every palette.
          cursorRow: {bg: row, basic: black on cyan}
          selectedRow: {bg: picked, basic: underline}
          border: {fg: line, basic: default}
          borderActive: {fg: accent}
          scrollBar: {fg: thumb, basic: default}
          footerKey: bold accent
          footerText: {fg: grey, bg: bar, basic: default}
          ok: green
          missing: bold red
          # With few colours, the nearest hues would be red and blue; these are the normal yellow and magenta.
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
          # Sets both colours, so that everything in the row can be read.
          cursorRow: {fg: "#000000", bg: "#ffe45c", attributes: bold, basic: black on yellow}
          selectedRow: {fg: "#ffffff", bg: "#003a8c", basic: bold underline}
          missing: bold underline red
          incorrect: bold underline orange
          changed: bold reverse yellow
          filterMatch: bold underline
          popup: {fg: ink, bg: float, basic: bright-white on black}
          badgeProduction: {fg: "#000000", bg: "#ff9a91", attributes: bold, basic: bold reverse red}

        """#

    static let monochrome = #"""
        # No colours at all: bold, underline and reverse only, in the terminal's own colours.
        title: Monochrome
        dark: true

        roles:
          title: bold
          dim: dim
          headerLabel: dim
          tabActive: bold reverse
          columnHeader: bold underline
          cursorRow: reverse
          selectedRow: underline
          footerKey: bold
          missing: bold underline
          incorrect: bold underline
          override: bold
          undeclared: italic
          unknown: dim
          changed: bold
          added: bold
          removed: bold
          filterMatch: bold underline
          promptError: bold
          caret: reverse
          warning: bold
          error: bold underline
          stale: bold
          paused: bold
          borderActive: bold
          popupTitle: bold
          badgeProduction: bold reverse
          group: bold
          type: dim
          age: dim
          diffOld: dim
          diffNew: bold

        """#

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
