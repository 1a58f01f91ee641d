import type { Family } from './code-words'

/** How a family of languages writes comments and the like; one lexer each, which is enough to read by. */
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

/** A language of code as its highlighter calls it. */
export interface Language {
  name: string
  /** How it is highlighted; `plain` is not. */
  syntax: Syntax
  /** Whose words mean something in it; `data` where the syntax has no words. */
  family: Family
}
