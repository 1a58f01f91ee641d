import type { Family } from './code-words'

/** Syntaxes of comments, strings and so on, each with its own lexer. Similar languages share one. */
export type Syntax =
  | 'c'
  | 'css'
  | 'hash'
  | 'json'
  | 'lisp'
  | 'dashes'
  | 'percent'
  | 'ini'
  | 'tex'
  | 'markup'
  | 'diff'
  | 'plain'

/** A language of code. */
export interface Language {
  name: string
  /** Syntax by which it is highlighted; `plain` is not highlighted. */
  syntax: Syntax
  /** Family of languages with the same keywords; `data` for syntaxes without keywords. */
  family: Family
}
