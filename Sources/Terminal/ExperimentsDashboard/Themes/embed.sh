#!/bin/sh
# Writes Themes/*.yaml of the package into BuiltIn/*.swift, so that an installed program needs no files.
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
made='// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.'
rm -rf "$here/BuiltIn"
mkdir "$here/BuiltIn"
cd "$here/../../../../Themes"

{
    printf '%s\n\nenum BuiltInThemes {\n    static let all: [(name: String, text: String)] = [\n' "$made"
    for file in *.yaml; do
        name=${file%.yaml}
        # colour-blind-light is called colourBlindLight in Swift.
        word=$(printf '%s' "$name" | awk -F- '{ for (i = 2; i <= NF; i++) $i = toupper(substr($i, 1, 1)) substr($i, 2) } 1' OFS=)
        printf '        ("%s", %s),\n' "$name" "$word"
        {
            printf '%s\n\nextension BuiltInThemes {\n    static let %s = #"""\n' "$made" "$word"
            sed 's/^\(.\)/        \1/' "$file"
            printf '\n        """#\n}\n'
        } > "$here/BuiltIn/BuiltInThemes+$word.swift"
    done
    printf '    ]\n}\n'
} > "$here/BuiltIn/BuiltInThemes.swift"
