/** Lines longer than this are no lines of a mail program. */
const longestMark = 500

/** How mail programs introduce what they quote, such as "On Monday, Ada wrote:". Long ones are broken into up to three lines. */
const introductions: readonly RegExp[] = [
  // English, German, French, Spanish, Portuguese.
  /^(?:on|am|le|el|em)\b.{4,}\b(?:wrote|schrieb|a écrit|escribió|escreveu)(?:\b.{0,120})?\s?[:：]$/iu,
  // Japanese: "2026年5月4日(月) 10:00 Ada <ada@example.com>:".
  /^\d{4}年\d{1,2}月\d{1,2}日.{2,}[:：]$/u,
  // Arabic.
  /^(?:في|بتاريخ).{4,}(?:كتب|كتبت).{0,120}[:：]$/u,
]

/** Introductions that are not broken, or whose beginning says too little. */
const shortIntroductions: readonly RegExp[] = [
  // German programs that begin with the name: "Ada <ada@example.com> schrieb am …:".
  /^.{2,}\bschrieb (?:am|um)\b.{4,}:$/iu,
  /^.{2,}(?:さんは書きました|のメール)[:：]$/u,
  // Gmail in any language: a day with a year, an address, and a colon at the end.
  /^(?=.*\b\d{4}\b).{4,}<[^<>\s]+@[^<>\s]+>.{0,40}[:：]$/u,
]

/** Lines that stand alone above what Outlook and older programs quote. */
const separators: readonly RegExp[] = [
  /^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|originalnachricht|message d'origine|message original|mensaje original|mensagem original|元のメッセージ|الرسالة الأصلية)\s*-{2,}$/iu,
  /^_{20,}$/,
]

/** The first words of a block of headers, as Outlook puts it above what it quotes, in the same order in each language. */
const headerBlocks: readonly (readonly string[])[] = [
  ['from', 'sent', 'date', 'to', 'subject'],
  ['von', 'gesendet', 'datum', 'an', 'betreff'],
  ['de', 'envoyé', 'date', 'à', 'objet'],
  ['de', 'enviado', 'enviado el', 'fecha', 'para', 'asunto'],
  ['de', 'enviado', 'enviada em', 'data', 'para', 'assunto'],
  ['差出人', '送信日時', '日時', '宛先', '件名'],
  ['من', 'تاريخ الإرسال', 'التاريخ', 'إلى', 'الموضوع'],
]

/** How many lines of such a block must stand close together. */
const minHeaders = 3

/** Signatures that phones and programs add by themselves. */
const footers: readonly RegExp[] = [
  /^sent from (?:my|yahoo|outlook|mail|proton|samsung|a )/iu,
  /^get outlook for /iu,
  /^(?:von meinem|gesendet (?:von|mit|aus))\b/iu,
  /^envoyé (?:de|depuis|à partir)\b/iu,
  /^enviado (?:desde|do|de|a partir)\b/iu,
  /^(?:iphone|ipad)から送信$/iu,
  /^أُ?رسلت? من\s/u,
]

/** A signature of a mailing list, in lines of its own. */
const listFooter = /^_{10,}$/

const isQuoted = (line: string): boolean => line.startsWith('>')

const isEmpty = (line: string): boolean => line.trim() === ''

const matches = (line: string, patterns: readonly RegExp[]): boolean =>
  line.length <= longestMark && patterns.some((pattern) => pattern.test(line))

/** Drops empty lines at the end. */
const withoutEmptyEnd = (lines: readonly string[]): string[] =>
  lines.slice(0, lines.findLastIndex((line) => !isEmpty(line)) + 1)

/** The text without what a mail program quoted below it. Never longer than before. */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((_, index) => beginsQuote(lines, index))
  return withoutQuotedEnd(withoutEmptyEnd(end === -1 ? lines : lines.slice(0, end))).join('\n')
}

/** Whether everything from this line on is quoted. */
function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = plainLine(lines[index]!)
  if (line === '' || line.length > longestMark) return false
  if (matches(line, separators)) return !listFooter.test(line) || beginsHeaders(lines, index + 1)
  if (beginsHeaders(lines, index)) return true
  if (matches(line, shortIntroductions)) return isFollowedByQuote(lines.slice(index + 1), line)
  const joined = [1, 2, 3].map((amount) => lines.slice(index, index + amount).map(plainLine))
  const introduction = joined.find((some) => !some.includes('') && matches(some.join(' '), introductions))
  if (introduction === undefined) return false
  return isFollowedByQuote(lines.slice(index + introduction.length), introduction.join(' '))
}

/** Whether nothing but quoted lines follows, or an introduction that names an address. A person may end a line with "I wrote:". */
function isFollowedByQuote(rest: readonly string[], introduction: string): boolean {
  const next = rest.find((line) => !isEmpty(line))
  return next === undefined || isQuoted(next) || /@|\d{4}/.test(introduction)
}

/** A line without what Markdown and mail programs put around it. */
const plainLine = (line: string): string =>
  line
    .slice(0, longestMark + 1)
    .replaceAll(/[*\u200E\u200F]/g, '')
    .trim()

function beginsHeaders(lines: readonly string[], index: number): boolean {
  const names = lines
    .slice(index, index + 8)
    .map((line) => /^([\p{L}\p{M} ']{1,20}?)\s?[:：]\s?\S/u.exec(plainLine(line))?.[1]?.toLowerCase())
  return headerBlocks.some((block) => {
    if (names[0] !== block[0]) return false
    return new Set(names.filter((name) => name !== undefined && block.includes(name))).size >= minHeaders
  })
}

/** Drops lines at the end that begin with `>`, and the introduction above them. */
function withoutQuotedEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !isEmpty(line) && !isQuoted(line))
  if (last === lines.length - 1) return lines
  const introduction = lines[last]
  const hasIntroduction =
    introduction !== undefined && /[:：]$/.test(plainLine(introduction)) && /@|\d{4}/.test(introduction)
  return withoutEmptyEnd(lines.slice(0, hasIntroduction ? last : last + 1))
}

/** The text without a signature. Never longer than before. */
export function withoutFooter(text: string): string {
  const lines = text.split('\n')
  const signature = lines.findLastIndex((line) => /^-- ?$/.test(line.replaceAll('\\', '')))
  const body = withoutEmptyEnd(signature === -1 ? lines : lines.slice(0, signature))
  const last = body.at(-1)
  return (last !== undefined && matches(plainLine(last), footers) ? withoutEmptyEnd(body.slice(0, -1)) : body).join(
    '\n',
  )
}
