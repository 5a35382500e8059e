// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
    static let colourBlindLight = #"""
        # Blue against orange for light backgrounds: the hues of Okabe and Ito, darker, which people with deuteranopia,
        # protanopia and tritanopia tell apart. Attributes set apart what colours could not.
        title: Colour-blind, light
        dark: false
        extends: light

        palette:
          red: "#994300"
          orange: "#7a5c00"
          yellow: "#7a5c00"
          green: "#005a9c"
          cyan: "#0b5f7d"
          blue: "#005a9c"
          magenta: "#8b3972"
          grey: "#5a6068"

        roles:
          missing: {fg: red, attributes: [bold, underline], basic: bold underline color3}
          incorrect: {fg: orange, attributes: bold, basic: bold color3}
          ok: {fg: green, basic: color4}
          added: {fg: green, attributes: bold, basic: bold color4}
          removed: {fg: red, attributes: [bold, underline], basic: bold underline color3}
          success: {fg: green, basic: color4}
          live: {fg: green, basic: color4}
          error: {fg: red, attributes: [bold, underline], basic: bold underline color3}
          diffOld: {fg: red, attributes: underline, basic: underline color3}
          diffNew: {fg: green, basic: color4}
          badgeProduction: {fg: "#ffffff", bg: "#a34700", attributes: bold, basic: bold black on yellow}

        """#
}
