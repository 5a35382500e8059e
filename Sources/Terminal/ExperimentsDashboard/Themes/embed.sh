#!/bin/sh
# Writes Themes/*.yaml of the package into BuiltInThemes*.swift, so that an installed program needs no files: the list
# with the light themes, and the dark themes.
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
made='// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.'
cd "$here/../../../../Themes"

# colour-blind-light is called colourBlindLight in Swift.
word() {
    printf '%s' "$1" | awk -F- '{ for (i = 2; i <= NF; i++) $i = toupper(substr($i, 1, 1)) substr($i, 2) } 1' OFS=
}

# Prints the themes whose files say `dark: $1`, as an extension.
themes() {
    printf '\nextension BuiltInThemes {'
    for file in *.yaml; do
        grep -q "^dark: $1" "$file" || continue
        printf '\n    static let %s = #"""\n' "$(word "${file%.yaml}")"
        sed 's/^\(.\)/        \1/' "$file"
        printf '\n        """#\n'
    done
    printf '}\n'
}

{
    printf '%s\n\nenum BuiltInThemes {\n    static let all: [(name: String, text: String)] = [\n' "$made"
    for file in *.yaml; do
        name=${file%.yaml}
        printf '        ("%s", %s),\n' "$name" "$(word "$name")"
    done
    printf '    ]\n}\n'
    themes false
} > "$here/BuiltInThemes.swift"
{
    printf '%s\n' "$made"
    themes true
} > "$here/BuiltInThemes+Dark.swift"
