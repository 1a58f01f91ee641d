import type { MarkdownIt } from 'markdown-it'

/** What a mention stands for. */
export type Mention = { kind: 'user'; id: number; full_name: string } | { kind: 'wildcard'; word: string }

/** Resolves what stands between the stars of a mention; null when nobody is meant. */
export type MentionLookup = (text: string) => Mention | null

const wildcards = new Set(['all', 'everyone', 'stream'])

/** `@**Name**`, or silent `@_**Name**`, at the start or after a space, a quote, a bracket, a comma, a colon or `<`. */
const mention = /@(_?)\*\*([^*\n]+)\*\*/y
const mayPrecede = /[\s'"(,:<]/

const isWildcard = (text: string): boolean => wildcards.has(text)

/** Every text that might be a mention, for looking names up before rendering. */
export function mentionTexts(content: string): string[] {
  const texts = content.matchAll(/@_?\*\*([^*\n]+)\*\*/g)
  return [...new Set([...texts].map((match) => match[1]!))].filter((text) => !isWildcard(text))
}

/** The parts of `Name|7`, `Name` and `|7`. */
export function nameAndId(text: string): { name: string; id: number | null } {
  const match = /^(.*)\|(\d{1,15})$/.exec(text)
  return match === null ? { name: text, id: null } : { name: match[1]!, id: Number(match[2]) }
}

/** What a rendering is given beside the text. */
interface Environment {
  lookup: MentionLookup
  found: (mention: Mention) => void
}

/** What a mention's token carries. */
interface Meta {
  meant: Mention
  silent: boolean
}

// markdown-it leaves both open.
const environment = ({ env }: { env: unknown }): Environment => env as Environment
const metaOf = ({ meta }: { meta: unknown }): Meta => meta as Meta

/** Turns mentions into spans, and hands those that are not silent to `found` of the environment. */
export function mentions(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    if (state.src[state.pos] !== '@' || state.linkLevel > 0) return false
    if (state.pos > 0 && !mayPrecede.test(state.src[state.pos - 1]!)) return false
    mention.lastIndex = state.pos
    const match = mention.exec(state.src)
    if (match === null) return false
    const [whole, quiet, text] = match as unknown as [string, string, string]
    const { lookup } = environment(state)
    const meant = isWildcard(text) ? { kind: 'wildcard' as const, word: text } : lookup(text)
    if (meant === null) return false
    if (!silent) state.push('mention', '', 0).meta = { meant, silent: quiet !== '' } satisfies Meta
    state.pos += whole.length
    return true
  })
  markdown.core.ruler.after('inline', 'mentions_found', (state) => {
    let quotes = 0
    for (const { type, children } of state.tokens) {
      if (type === 'blockquote_open') quotes += 1
      if (type === 'blockquote_close') quotes -= 1
      for (const token of children ?? []) {
        if (token.type !== 'mention') continue
        const meta = metaOf(token)
        // Quoting somebody calls nobody again.
        if (quotes > 0) meta.silent = true
        if (!meta.silent) environment(state).found(meta.meant)
      }
    }
  })
  markdown.renderer.rules['mention'] = (tokens, index) => {
    const { meant, silent } = metaOf(tokens[index]!)
    const id = meant.kind === 'user' ? meant.id : '*'
    const name = meant.kind === 'user' ? meant.full_name : meant.word
    const text = markdown.utils.escapeHtml(silent ? name : `@${name}`)
    return `<span class="user-mention${silent ? ' silent' : ''}" data-user-id="${id}">${text}</span>`
  }
}
