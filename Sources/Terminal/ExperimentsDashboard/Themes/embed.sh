#!/bin/sh
# Writes Themes/*.yaml of the package into BuiltInThemes.swift, so that an installed program needs no files.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
themes=$here/../../../../Themes
{
    printf '// Made by embed.sh from Themes/*.yaml (`make themes`). Change those, not this.\n\n'
    printf 'enum BuiltInThemes {\n'
    printf '    static let all: [(name: String, text: String)] = [\n'
    for file in "$themes"/*.yaml; do
        printf '        (\n            "%s",\n            #"""\n' "$(basename "$file" .yaml)"
        sed 's/^\(.\)/            \1/' "$file"
        printf '\n            """#\n        ),\n'
    done
    printf '    ]\n}\n'
} > "$here/BuiltInThemes.swift"
