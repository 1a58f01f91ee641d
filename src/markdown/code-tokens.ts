import { escapeText } from './escape'
import type { Budget } from './budget'

/** How a family of languages writes comments and the like; one lexer each, which is enough to read by. */
export type Syntax = 'c' | 'css' | 'hash' | 'json' | 'lisp' | 'dashes' | 'percent' | 'markup' | 'diff' | 'plain'

/** A class of tokens, named as Pygments names it, and what it matches; '' is left without a mark. */
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

const from = (...comments: Rule[]): Rule[] => [...comments, ...strings, ...numbers, ...words, ...rest]

const lexers: Record<Exclude<Syntax, 'plain'>, Rule[]> = {
  c: from(['c1', /\/\/[^\n]*/y], blockComment, ['sb', /`(?:[^`\\]|\\[^])*(?:`|$)?/y]),
  css: from(blockComment, ['mh', /#[\da-fA-F]{3,8}\b/y], ['k', /@[\w-]+/y]),
  hash: from(['c1', /#[^\n]*/y], ['sd', /"""(?:[^"]|"(?!""))*(?:""")?/y], ['nv', /\$\{?\w+\}?/y]),
  json: [['nt', /"(?:[^"\\\n]|\\[^])*"(?=\s*:)/y], ...from()],
  lisp: from(['c1', /;[^\n]*/y]),
  dashes: from(['c1', /--[^\n]*/y], blockComment),
  percent: from(['c', /%[^\n]*/y], ['k', /\\[a-zA-Z]+/y]),
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

const wordsOf = (list: string): Set<string> => new Set(list.split(' '))
const constants = wordsOf('true false null undefined nil None True False NULL nullptr TRUE FALSE Nothing Just')
const declaring = wordsOf('class struct interface enum trait module namespace type impl extends implements')
const defining = wordsOf('def function fn func fun sub defn defun')
const keywords = wordsOf(
  'abstract alias and as assert async await begin break by case catch const continue debugger declare default defer del ' +
    'delete do done elif else elsif end ensure esac except export extern fi final finally for foreach from global go goto ' +
    'if import in include instanceof internal is lambda let local loop match mod move mut new not of open or override ' +
    'package pass private protected pub public raise readonly redo require rescue return self static super switch then ' +
    'this throw throws try typedef typeof union unless unsafe until use using val var virtual volatile when where while ' +
    'with yield void select insert update into values set create table drop alter join left right inner outer on group ' +
    'order having limit exists SELECT INSERT UPDATE DELETE INTO VALUES SET CREATE TABLE DROP ALTER JOIN LEFT RIGHT INNER ' +
    'OUTER ON GROUP ORDER BY HAVING LIMIT EXISTS FROM WHERE AND OR NOT NULL IN AS IS LIKE DISTINCT UNION CASE WHEN THEN ' +
    'ELSE END',
)
const types = wordsOf(
  'int long short char float double bool boolean byte string String u8 u16 u32 u64 i8 i16 i32 i64 usize',
)

/** Code as HTML, with a span for each token that has a class, as long as the message has room for them. */
export function highlighted(code: string, syntax: Syntax, budget: Budget): string {
  if (syntax === 'plain') return escapeText(code)
  const lexer = lexers[syntax]
  let html = ''
  let previous = ''
  for (let place = 0; place < code.length;) {
    const [found, text] = tokenAt(code, place, lexer)
    place += text.length
    const cls = found === 'n' ? classOf(text, previous) : found
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

function classOf(word: string, previous: string): string {
  if (constants.has(word)) return 'kc'
  if (keywords.has(word)) return 'k'
  if (declaring.has(word) || defining.has(word)) return 'k'
  if (types.has(word)) return 'kt'
  if (defining.has(previous)) return 'nf'
  return declaring.has(previous) ? 'nc' : 'n'
}
