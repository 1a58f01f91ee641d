import { escapeText } from './escape'
import type { Budget } from './budget'
import type { Language, Syntax } from './code-syntax'
import { classOf } from './code-words'

/** Pygments' name of a class of tokens, and what it matches. '' gets no span. */
type Rule = [cls: string, pattern: RegExp]

/** Comments and strings that are never closed reach to the end, so that nothing is read twice. */
const blockComment: Rule = ['cm', /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y]
const strings: Rule[] = [
  ['s2', /"(?:[^"\\\n]|\\[^])*(?:"|$)?/y],
  ['s1', /'(?:[^'\\\n]|\\[^])*(?:'|$)?/y],
]
const numbers: Rule[] = [
  ['mh', /0[xX][\da-fA-F_]+/y],
  ['mf', /\d[\d_]*(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/y],
  ['mi', /\d[\d_]*/y],
]
const words: Rule[] = [
  ['', /\s+/y],
  ['n', /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy],
]
const rest: Rule[] = [
  ['p', /[()[\]{},;:.]/y],
  ['o', /[+\-*/%=<>!&|^~?@]+/y],
  ['', /[^]/uy],
]

const rulesWithComments = (...comments: Rule[]): Rule[] => [...comments, ...strings, ...numbers, ...words, ...rest]

const lexers: Record<Exclude<Syntax, 'plain'>, Rule[]> = {
  c: rulesWithComments(['c1', /\/\/[^\n]*/y], blockComment, ['sb', /`(?:[^`\\]|\\[^])*(?:`|$)?/y]),
  css: rulesWithComments(blockComment, ['mh', /#[\da-fA-F]{3,8}\b/y], ['k', /@[\w-]+/y]),
  hash: rulesWithComments(
    ['ch', /(?<![^])#![^\n]*/y],
    ['c1', /#[^\n]*/y],
    ['sd', /"""(?:[^"]|"(?!""))*(?:""")?/y],
    ['nv', /\$\{?\w+\}?/y],
  ),
  json: [['nt', /"(?:[^"\\\n]|\\[^])*"(?=\s*:)/y], ...rulesWithComments()],
  lisp: rulesWithComments(['c1', /;[^\n]*/y]),
  dashes: rulesWithComments(['c1', /--[^\n]*/y], blockComment),
  percent: rulesWithComments(['c', /%[^\n]*/y]),
  ini: [
    ['c1', /(?<![^\n])[;#][^\n]*/y],
    ['k', /(?<![^\n])\[[^\]\n]*\]/y],
    ['na', /(?<![^\n])[\w.-]+(?=[ \t]{0,8}=)/y],
    ['o', /=/y],
    ['s', /(?<==[ \t]{0,8})[^\s=;#][^\n;#]*/y],
    ['', /[ \t]+|[^\s=;#[]+|[^]/y],
  ],
  tex: [
    ['c', /%[^\n]*/y],
    ['k', /\\(?:[a-zA-Z]+|[^])?/y],
    ['s', /\$\$?/y],
    ['nb', /[{}&_^]/y],
    ['', /[^\\$%&_^{}]+/y],
  ],
  markup: [
    ['cm', /<!--(?:[^-]|-(?!->))*(?:-->)?/y],
    ['nt', /<[/!?]?[\w:-]*|\/?>/y],
    ['s', /"[^"<>\n]*"?/y],
    ['na', /[\w:-]+(?==)/y],
    ['', /[^<>"=\w:-]+|[\w:-]+|[^]/y],
  ],
  diff: [
    ['gh', /(?<![^\n])(?:diff|index|---|\+\+\+) [^\n]*/y],
    ['gu', /(?<![^\n])@@[^\n]*/y],
    ['gi', /(?<![^\n])\+[^\n]*/y],
    ['gd', /(?<![^\n])-[^\n]*/y],
    ['', /[^\n]+|\n/y],
  ],
}

/** Code as HTML, with a span for each token that has a class, within the message's budget. */
export function highlightCode(code: string, { syntax, family }: Language, budget: Budget): string {
  if (syntax === 'plain') return escapeText(code)
  const lexer = lexers[syntax]
  let html = ''
  let previous = ''
  for (let place = 0; place < code.length;) {
    const [found, text] = tokenAt(code, place, lexer)
    place += text.length
    const cls = found === 'n' ? classOf(text, previous, family) : found
    const plain = escapeText(text)
    const marked = `<span class="${cls}">${plain}</span>`
    if (cls !== '' && !budget.takes(marked)) return html + plain + escapeText(code.slice(place))
    html += cls === '' ? plain : marked
    if (text.trim() !== '') previous = text
  }
  return html
}

function tokenAt(code: string, place: number, lexer: readonly Rule[]): [cls: string, text: string] {
  for (const [cls, pattern] of lexer) {
    pattern.lastIndex = place
    const text = pattern.exec(code)?.[0]
    if (text !== undefined && text !== '') return [cls, text]
  }
  return ['', code[place]!]
}
