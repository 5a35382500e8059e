/// Corrections of the scripts that the argument parser generates, so that names with any characters can be completed:
/// keys come from other systems, and may contain colons, equal signs, quotes, dollars and blanks.
enum CompletionScript {
    /// Returns a script with the corrections for its shell; any other text as it is.
    static func corrected(_ text: String) -> String { bash(zsh(fish(text))) }

    /// Bash splits the command line at colons and equal signs, and replaces only what follows them. Its `compgen -W`
    /// expands variables and removes quotes in the words that it is given.
    private static func bash(_ script: String) -> String {
        replacing(
            "complete -o filenames -F _experiments experiments", in: script, with: bashChoice + bashWords)
    }

    /// Replaces a generated function.
    private static let bashChoice = """
        __experiments_add_completions() {
            local completion plain="${cur}"
            if [[ "${1}" = -W ]]; then
                if ! "${in_quotes}"; then
                    # What is typed without quotes has a backslash before each special character.
                    compopt +o filenames
                    plain="${plain//\\\\\\\\/$'\\1'}"
                    plain="${plain//\\\\/}"
                    plain="${plain//$'\\1'/\\\\}"
                fi
                while IFS='' read -r completion; do
                    [[ -n "${completion}" && "${completion}" = "${plain}"* ]] || continue
                    "${in_quotes}" || printf -v completion %q "${completion}"
                    COMPREPLY+=("${completion}")
                done <<< "${2}"
                return 0
            fi
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <(IFS=$'\\n' compgen "${@}" -- "${cur}")
        }

        """

    /// Joins the words that bash split, calls the generated function, and removes what bash does not replace.
    private static let bashWords = """
        __experiments_complete() {
            local -a joined=()
            local -i index cword=0
            local word rest="${COMP_LINE}" part="${2}" current="${2}" head=''
            local is_value=false in_quotes=false
            for index in "${!COMP_WORDS[@]}"; do
                word="${COMP_WORDS[index]}"
                if [[ "${index}" -eq 0 || "${rest}" = [[:space:]]* || "${is_value}" = true ]]; then
                    joined+=('')
                elif [[ "${word}" = '=' && "${joined[${#joined[@]} - 1]}" = --* ]]; then
                    # The value of an option is a word of its own.
                    rest="${rest#=}"
                    if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                        joined+=('')
                        cword=$((${#joined[@]} - 1))
                        current=''
                    else
                        is_value=true
                    fi
                    continue
                fi
                is_value=false
                rest="${rest#"${rest%%[![:space:]]*}"}"
                rest="${rest#"${word}"}"
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                    cword=$((${#joined[@]} - 1))
                    [[ "${word}" = [:=]* && -z "${part}" ]] && part="${word}"
                    current="${joined[cword]}${part}"
                    if [[ "${joined[cword]}${word}" = [\\"\\']* ]]; then
                        in_quotes=true
                    elif [[ "${current}" = *[:=]* ]]; then
                        head="${current%"${current##*[:=]}"}"
                    fi
                fi
                joined[${#joined[@]} - 1]+="${word}"
            done
            local -a COMP_WORDS=("${joined[@]}")
            local -i COMP_CWORD="${cword}"
            _experiments "${1}" "${current}" "${joined[cword > 0 ? cword - 1 : 0]}"
            for index in "${!COMPREPLY[@]}"; do
                COMPREPLY[index]="${COMPREPLY[index]#"${head}"}"
            done
        }

        complete -o filenames -F __experiments_complete experiments

        """

    /// In zsh, what follows a colon is a description, and a backslash escapes the next character.
    private static func zsh(_ script: String) -> String {
        let lines = [
            #"set -- "${@//\\/\\\\}""#, #"set -- "${@//:/\\:}""#,
            #"local -ar non_empty_completions=("${@:#(|:*)}")"#,
        ]
        let escaped = replacing(lines[2], in: script, with: lines.joined(separator: "\n    "))
        guard escaped != script else { return script }
        // With an equal sign in its specification, the value of an option may follow `--name=`, too.
        return escaped.replacing(/(?m)^( +'\*?--[a-z0-9-]+)\[(?=[^\n]*[^\\]\]:)/) { "\($0.output.1)=[" }
    }

    /// Fish reads lists of words as it reads commands, with redirections, and splits them at blanks.
    private static func fish(_ script: String) -> String {
        guard script.contains("complete -c 'experiments'") else {
            return script
        }
        var script = script
        for (words, escaped) in [
            ("changed:<5m changed:>1h", #"changed:\<5m changed:\>1h"#),
            ("next fetch upstream changes", #"next\ fetch upstream\ changes"#),
        ] {
            script = script.split(separator: words, omittingEmptySubsequences: false).joined(
                separator: escaped)
        }
        return script
    }

    private static func replacing(_ part: String, in script: String, with new: String) -> String {
        guard let place = script.firstRange(of: part) else { return script }
        return String(script[..<place.lowerBound]) + new + String(script[place.upperBound...])
    }
}
