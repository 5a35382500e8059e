// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.

extension BuiltInThemes {
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
          popupTitle: bold
          badgeProduction: bold reverse
          group: bold
          type: dim
          age: dim
          diffOld: dim
          diffNew: bold

        """#
}
