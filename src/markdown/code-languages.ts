import type { Syntax } from './code-tokens'

/** A language of code as its highlighter calls it. */
export interface Language {
  name: string
  /** How it is highlighted; `plain` is not. */
  syntax: Syntax
}

/** A line for each language: how it is highlighted, its canonical name, and the words that name it. */
const table = `
c ActionScript|actionscript as
c C|c
c C#|csharp c# cs
c C++|cpp c++
c CUDA|cuda cu
c Cypher|cypher
c D|d
c Dart|dart
c GLSL|glsl
c Go|go golang
c Groovy|groovy
c HLSL|hlsl
c JSX|jsx react
c Java|java
c JavaScript|javascript js
c Jsonnet|jsonnet
c Kotlin|kotlin
c LessCss|less
c Objective-C|objective-c objectivec obj-c objc
c PHP|php php3 php4 php5
c Protocol Buffer|protobuf proto
c Rust|rust rs
c SCSS|scss
c Scala|scala
c Solidity|solidity
c Swift|swift
c TSX|tsx
c Thrift|thrift
c TypeScript|typescript ts
c Zig|zig
c systemverilog|systemverilog sv
c verilog|verilog v
css CSS|css
hash Awk|awk gawk mawk nawk
hash Bash|bash sh ksh zsh shell openrc
hash CMake|cmake
hash CoffeeScript|coffeescript coffee-script coffee
hash Crystal|cr crystal
hash Cython|cython pyx pyrex
hash Docker|docker dockerfile
hash Elixir|elixir ex exs
hash GDScript|gdscript gd
hash Gherkin|gherkin cucumber
hash GraphQL|graphql
hash Julia|julia jl
hash LiveScript|livescript live-script
hash Makefile|make makefile mf bsdmake
hash Nginx configuration file|nginx
hash Nimrod|nimrod nim
hash Nix|nixos nix
hash Perl|perl pl
hash PowerShell|powershell pwsh posh ps1 psm1
hash Properties|properties jproperties
hash Puppet|puppet
hash Python|python py sage python3 py3 bazel starlark pyi
hash Rego|rego
hash RobotFramework|robotframework
hash Ruby|ruby rb duby
hash S|splus s r
hash TOML|toml
hash Tcl|tcl
hash Terraform|terraform tf hcl
hash YAML|yaml
json JSON|json json-object
json JSON-LD|jsonld json-ld
lisp Clojure|clojure clj
lisp Common Lisp|common-lisp cl lisp
lisp EmacsLisp|emacs-lisp elisp emacs
lisp INI|ini cfg dosini
lisp NASM|nasm
lisp LLVM|llvm
lisp Racket|racket rkt
lisp Scheme|scheme scm
lisp WebAssembly|wast wat
dashes Ada|ada ada95 ada2005
dashes Elm|elm
dashes Haskell|haskell hs
dashes Lua|lua
dashes MySQL|mysql
dashes PostgreSQL SQL dialect|postgresql postgres
dashes SQL|sql
dashes vhdl|vhdl
percent Erlang|erlang
percent Matlab|matlab
percent Octave|octave
percent Prolog|prolog
percent TeX|tex latex
markup ApacheConf|apacheconf aconf apache
markup HTML|html
markup Vue|vue
markup XML|xml
diff Diff|diff udiff
plain AppleScript|applescript
plain Bash Session|console shell-session
plain Batchfile|batch bat dosbatch winbatch
plain BibTeX|bibtex bib
plain COBOL|cobol
plain Delphi|delphi pas pascal objectpascal
plain Django/Jinja|django jinja
plain ERB|erb
plain Erlang erl session|erl
plain F#|fsharp f#
plain Fortran|fortran f90
plain GAS|gas asm
plain HTTP|http
plain Haml|haml
plain IDL|idl
plain Kusto|kql kusto
plain Maple|maple
plain Markdown|markdown md
plain Mathematica|mathematica mma nb wl wolfram
plain OCaml|ocaml
plain Pug|pug jade
plain Python console session|pycon python-console
plain SAS|sas
plain SPARQL|sparql
plain Sass|sass
plain Scilab|scilab
plain Sed|sed gsed ssed
plain Smalltalk|smalltalk squeak st
plain Standard ML|sml
plain Stata|stata do
plain Text only|text
plain Turtle|turtle
plain VB.net|vb.net vbnet lobas oobas sobas visual-basic visualbasic
plain VimL|vim
plain autohotkey|autohotkey ahk
plain reStructuredText|restructuredtext rst rest
plain reg|registry
plain sqlite3con|sqlite3
`

let languages: Map<string, Language> | null = null

/** The language that a word names, whatever its case; null when it is not known. */
export function languageNamed(word: string): Language | null {
  languages ??= read()
  return languages.get(word.toLowerCase()) ?? null
}

function read(): Map<string, Language> {
  const found = new Map<string, Language>()
  for (const line of table.trim().split('\n')) {
    const [, syntax, name, words] = /^(\S+) (.*)\|(.*)$/.exec(line) as unknown as [string, Syntax, string, string]
    for (const word of words.split(' ')) found.set(word, { name, syntax })
  }
  return found
}
