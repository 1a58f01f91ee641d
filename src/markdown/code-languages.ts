import type { Language, Syntax } from './code-syntax'
import type { Family } from './code-words'

/** A line for each language: its syntax, the family that its words are of, its canonical name, and the words that name it. */
const table = `
c/java ActionScript|actionscript as
c/c C|c
c/java C#|csharp c# cs
c/c C++|cpp c++
c/c CUDA|cuda cu
c/sql Cypher|cypher
c/c D|d
c/java Dart|dart
c/c GLSL|glsl
c/go Go|go golang
c/java Groovy|groovy
c/c HLSL|hlsl
c/javascript JSX|jsx react
c/java Java|java
c/javascript JavaScript|javascript js
c/data Jsonnet|jsonnet
c/java Kotlin|kotlin
c/css LessCss|less
c/c Objective-C|objective-c objectivec obj-c objc
c/php PHP|php php3 php4 php5
c/schema Protocol Buffer|protobuf proto
c/rust Rust|rust rs
c/css SCSS|scss
c/java Scala|scala
c/java Solidity|solidity
c/java Swift|swift
c/javascript TSX|tsx
c/schema Thrift|thrift
c/javascript TypeScript|typescript ts
c/rust Zig|zig
c/hardware systemverilog|systemverilog sv
c/hardware verilog|verilog v
css/css CSS|css
hash/shell Awk|awk gawk mawk nawk
hash/shell Bash|bash sh ksh zsh shell openrc
hash/shell CMake|cmake
hash/javascript CoffeeScript|coffeescript coffee-script coffee
hash/ruby Crystal|cr crystal
hash/python Cython|cython pyx pyrex
hash/docker Docker|docker dockerfile
hash/ruby Elixir|elixir ex exs
hash/python GDScript|gdscript gd
hash/scenario Gherkin|gherkin cucumber
hash/schema GraphQL|graphql
hash/ruby Julia|julia jl
hash/javascript LiveScript|livescript live-script
hash/shell Makefile|make makefile mf bsdmake
hash/data Nginx configuration file|nginx
hash/python Nimrod|nimrod nim
hash/data Nix|nixos nix
hash/perl Perl|perl pl
hash/shell PowerShell|powershell pwsh posh ps1 psm1
ini Properties|properties jproperties
hash/ruby Puppet|puppet
hash/python Python|python py sage python3 py3 bazel starlark pyi
hash/python Python 2.x|python2 py2
hash/data Rego|rego
hash/data RobotFramework|robotframework
hash/ruby Ruby|ruby rb duby
hash/r S|splus s r
hash/data TOML|toml
hash/shell Tcl|tcl
hash/data Terraform|terraform tf hcl
hash/data YAML|yaml
json/data JSON|json json-object
json/data JSON-LD|jsonld json-ld
lisp/lisp Clojure|clojure clj
lisp/lisp Common Lisp|common-lisp cl lisp
lisp/lisp EmacsLisp|emacs-lisp elisp emacs
ini INI|ini cfg dosini
lisp/assembler NASM|nasm
lisp/llvm LLVM|llvm
lisp/lisp Racket|racket rkt
lisp/lisp Scheme|scheme scm
lisp/lisp WebAssembly|wast wat
dashes/hardware Ada|ada ada95 ada2005
dashes/haskell Elm|elm
dashes/haskell Haskell|haskell hs
dashes/lua Lua|lua
dashes/sql MySQL|mysql
dashes/sql PostgreSQL SQL dialect|postgresql postgres
dashes/sql SQL|sql
dashes/hardware vhdl|vhdl
percent/erlang Erlang|erlang
percent/erlang Matlab|matlab
percent/erlang Octave|octave
percent/erlang Prolog|prolog
tex TeX|tex latex
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

/** The language of this name, in any case; null if there is none. */
export function languageNamed(word: string): Language | null {
  languages ??= read()
  return languages.get(word.toLowerCase()) ?? null
}

/** The words that name each language, for clients that suggest them. */
export function languageWords(): string[][] {
  languages ??= read()
  return [...Map.groupBy(languages, ([, { name }]) => name).values()].map((entries) => entries.map(([word]) => word))
}

function read(): Map<string, Language> {
  const found = new Map<string, Language>()
  for (const line of table.trim().split('\n')) {
    const [, how, name, words] = /^(\S+) (.*)\|(.*)$/.exec(line) as unknown as [string, string, string, string]
    const [syntax, family = 'data'] = how.split('/') as [Syntax, Family?]
    for (const word of words.split(' ')) found.set(word, { name, syntax, family })
  }
  return found
}
