/** Markdown of Slack's markup, "mrkdwn". Takes time linear in the text. */
export function markdownOf(mrkdwn: string): string {
  const literals: string[] = []
  // Emphasis must not change code and links, so replace each of these by a placeholder.
  const rest = mrkdwn.replaceAll(aside, (whole, block?: string, span?: string, angled?: string) => {
    if (block !== undefined) literals.push(codeBlock(characters(block)))
    else if (span !== undefined) literals.push('`' + characters(span) + '`')
    else literals.push(angled === undefined ? whole : ofAngled(angled))
    return placeholder
  })
  let next = 0
  return characters(emphasized(rest).replaceAll(/^[•◦▪] ?/gm, '- ')).replaceAll(placeholder, () => literals[next++]!)
}

const placeholder = '\uE000'

/** Blocks of code, spans of code, `<...>`, and the placeholder itself, which a text may contain. */
const aside = /```([^]*?)```|`([^`\n]+)`|<([^<>\n]+)>|\uE000/g

const codeBlock = (code: string): string => `\n\`\`\`\n${code.replace(/^\n/, '').replace(/\n$/, '')}\n\`\`\`\n`

/** What stands around emphasized words. */
interface Marks {
  bold: readonly [opening: string, closing: string]
  italic: readonly [opening: string, closing: string]
  strike: readonly [opening: string, closing: string]
}

/** Replaces the star of italics while stars still mean bold. */
const italicMark = '\uE001'

const markdownMarks: Marks = { bold: ['**', '**'], italic: [italicMark, italicMark], strike: ['~~', '~~'] }

/** One star, underscore or tilde on each side, at the borders of words and on a single line. */
export function marked(text: string, { bold, italic, strike }: Marks): string {
  return text
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]*)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, italic.join('$1'))
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*)(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu, bold.join('$1'))
    .replaceAll(/(?<![\p{L}\p{N}~])~(?=[^\s~])([^~\n]*)(?<=[^\s~])~(?![\p{L}\p{N}~])/gu, strike.join('$1'))
}

const emphasized = (text: string): string => marked(text, markdownMarks).replaceAll(italicMark, '*')

/** Markdown of a piece between `<` and `>`: a link, a mention or a date. */
function ofAngled(inner: string): string {
  const bar = inner.indexOf('|')
  const target = bar === -1 ? inner : inner.slice(0, bar)
  const label = bar === -1 ? null : characters(inner.slice(bar + 1)).trim() || null
  const name = target.slice(1)
  switch (target[0]) {
    // Slack's users and channels become plain names, and mention nobody here.
    case '@':
      return '@' + (label ?? name).replace(/^@/, '')
    case '#':
      return '#' + (label ?? name).replace(/^#/, '')
    case '!':
      return special(name, label)
    default:
      return link(characters(target), label)
  }
}

/** Markdown of `<!here>`, `<!subteam^S1|@ops>` or `<!date^1392734382^{date}|some day>`. */
function special(name: string, label: string | null): string {
  const [kind, seconds] = name.split('^')
  if (kind === 'date' && seconds !== undefined && /^\d{1,11}$/.test(seconds))
    return `<time:${new Date(Number(seconds) * 1000).toISOString()}>`
  return '@' + (label ?? kind!).replace(/^@/, '')
}

/** A Markdown link. A target that is no web or mail address becomes plain text. */
export function link(target: string, label: string | null): string {
  if (/^mailto:/i.test(target)) return label ?? target.slice('mailto:'.length)
  if (!/^https?:\/\/[^\s]/i.test(target)) return label ?? target
  if (label === null || label === target) return target
  return `[${withoutLooseBrackets(label)}](${target.replaceAll(/[\s()]/g, (character) => encoded[character] ?? '%20')})`
}

const encoded: Record<string, string> = { '(': '%28', ')': '%29' }

/** A bracket without its partner would end the label. */
const withoutLooseBrackets = (label: string): string =>
  /^[^[\]]*(?:\[[^[\]]*\][^[\]]*)*$/.test(label) ? label : label.replaceAll(/[[\]]/g, '')

const escaped: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Slack escapes three characters, and no others. */
export const characters = (text: string): string => text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => escaped[entity]!)
