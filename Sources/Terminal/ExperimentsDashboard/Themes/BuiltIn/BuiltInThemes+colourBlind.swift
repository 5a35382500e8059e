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
}
