import { characters, marked } from '../../src/webhooks/slack-text.ts'
import { codeSpan, inlineMarkdown, type Run, type Style } from './inline.ts'
import { channelPiece, datePiece, wildcardMention, groupPiece, linkPiece, userPiece, type Names } from './names.ts'
import { Page } from './page.ts'

/** Markdown of Slack's markup "mrkdwn". Takes time linear in the text. */
export function markdownOfMrkdwn(text: string, names: Names): string {
  const page = new Page()
  let isQuotedToEnd = false
  let isQuoted = false
  // Every second part is a block of code.
  for (const [index, part] of text
    .replaceAll(reserved, '')
    .split(/```([^]*?)```/)
    .entries()) {
    if (index % 2 === 1) {
      if (part.trim() !== '') page.code(plainCode(part), { isQuoted })
      continue
    }
    for (const line of part.split('\n')) {
      const [, quote, rest] = /^((?:&gt;|>){3}|(?:&gt;|>))? ?(.*)$/.exec(line) ?? [line, undefined, line]
      const isMark = quote !== undefined && !isQuotedToEnd
      if (isMark && /^(&gt;|>){3}$/.test(quote)) isQuotedToEnd = true
      isQuoted = isQuotedToEnd || isMark
      addLine(page, isMark ? rest : line, { isQuoted, names })
    }
  }
  return page.markdown
}

function addLine(page: Page, line: string, { isQuoted, names }: { isQuoted: boolean; names: Names }): void {
  const bullet = /^(\s*)[•◦▪▫‣⁃] ?(.*)$/.exec(line)
  const markdown = inline(bullet?.[2] ?? line, names)
  if (isQuoted) {
    if (markdown.trim() !== '') page.quote(bullet === null ? markdown : `- ${markdown}`)
  } else if (bullet === null) page.text(markdown)
  // Slack indents a level by four spaces.
  else page.item(markdown, { level: Math.round(bullet[1]!.length / 4), number: null })
}

/** Characters that stand for marks and pieces while a line is converted. */
const reserved = /[\uE000-\uE006]/g
const placeholder = '\uE000'
const marks = {
  bold: ['\uE001', '\uE002'],
  italic: ['\uE003', '\uE004'],
  strike: ['\uE005', '\uE006'],
} as const

const opening = new Map<string, Style>()
const closing = new Map<string, Style>()
for (const style of ['bold', 'italic', 'strike'] as const) {
  opening.set(marks[style][0], style)
  closing.set(marks[style][1], style)
}

/** Spans of code, and what is between `<` and `>`. */
const aside = /`([^`\n]+)`|<([^<>\n]+)>/g

/** What a line of plain words does not have. */
const markup = /[*_~`<&:@]/

/** A line without blocks. */
function inline(line: string, names: Names): string {
  if (!markup.test(line)) return line
  const pieces: Pick<Run, 'text' | 'kind'>[] = []
  // Emphasis must not change code and links, so each of these is replaced by a placeholder.
  const rest = line.replaceAll(aside, (_, code?: string, angled?: string) => {
    pieces.push(code === undefined ? pieceOf(angled!, names) : { text: codeSpan(plainCode(code)), kind: 'whole' })
    return placeholder
  })
  const runs: Run[] = []
  const open: Style[] = []
  let next = 0
  for (const [token] of marked(rest, marks).matchAll(/[\uE000-\uE006]|[^\uE000-\uE006]+/g)) {
    if (opening.has(token)) open.push(opening.get(token)!)
    else if (closing.has(token)) open.splice(open.lastIndexOf(closing.get(token)!), 1)
    else
      runs.push({
        ...(token === placeholder ? pieces[next++]! : { text: words(token, names), kind: 'words' }),
        styles: new Set(open),
      })
  }
  return inlineMarkdown(runs)
}

const words = (text: string, { emoji }: Names): string => characters(emoji.inWholeText(text))

/** Slack makes links of addresses in code, too. */
const plainCode = (code: string): string =>
  characters(
    code.replaceAll(
      /<((?:https?|mailto):[^<>|\n]+)(?:\|([^<>\n]*))?>/g,
      (_, address: string, label = '') => label || address,
    ),
  )

/** What a piece between `<` and `>` means. */
function pieceOf(angled: string, names: Names): Pick<Run, 'text' | 'kind'> {
  const bar = angled.indexOf('|')
  const target = bar === -1 ? angled : angled.slice(0, bar)
  const label = bar === -1 ? null : characters(angled.slice(bar + 1)).trim() || null
  const id = target.slice(1)
  switch (target[0]) {
    case '@':
      return userPiece(names, id, label)
    case '#':
      return channelPiece(names, id, label)
    case '!':
      return special(id, label)
    default:
      return linkPiece(characters(target), label)
  }
}

/** `!here`, `!subteam^S1|@ops` or `!date^1392734382^{date}|some day`. */
function special(name: string, label: string | null): Pick<Run, 'text' | 'kind'> {
  const [kind, id = ''] = name.split('^')
  if (kind === 'here' || kind === 'channel' || kind === 'everyone' || kind === 'group') return wildcardMention
  if (kind === 'date') return datePiece(id, label)
  return groupPiece(id || kind!, label)
}
