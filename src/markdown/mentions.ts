import type { MarkdownIt } from 'markdown-it'
import type { MentionedUser, StreamOrGroup } from './context'
import { environmentOf, type Environment } from './environment'
import { escapeText } from './escape'
import { mayPrecede } from './inline-matches'

/** The target of a mention. */
type Mention =
  | { kind: 'user'; user: MentionedUser }
  | { kind: 'group'; group: StreamOrGroup }
  | { kind: 'wildcard'; word: string }

const wildcards = new Set(['all', 'everyone', 'stream'])

/** `@**Name**` or `@*group*`, silent with `@_`. */
const mention = /@(_?)(\*\*?)(?![\s*])([^*\n]+)\2/y

/** The parts of `Name|7`, `Name` and `|7`. */
export function nameAndId(text: string): { name: string; id: number | null } {
  const match = /^([^]*)\|(\d{1,15})$/.exec(text)
  return match === null ? { name: text, id: null } : { name: match[1]!, id: Number(match[2]) }
}

/** Every text that might mention a user, and every one that might mention a group: for looking them up beforehand. */
export function mentionTexts(content: string): { users: string[]; groups: string[] } {
  const [users, groups] = [new Set<string>(), new Set<string>()]
  for (let place = content.indexOf('@'); place >= 0; place = content.indexOf('@', place + 1)) {
    const { marks, text } = mentionAt(content, place) ?? {}
    if (text === undefined) continue
    if (marks === '*') groups.add(text)
    else if (!wildcards.has(text)) users.add(text)
  }
  return { users: [...users], groups: [...groups] }
}

interface WrittenMention {
  end: number
  isSilent: boolean
  marks: string
  text: string
}

function mentionAt(src: string, place: number): WrittenMention | null {
  mention.lastIndex = place
  const match = mention.exec(src)
  if (match === null) return null
  const [, quiet, marks, text] = match as unknown as [string, string, string, string]
  return { end: mention.lastIndex, isSilent: quiet !== '', marks, text }
}

function mentionOf({ marks, text }: WrittenMention, { context }: Environment): Mention | null {
  if (marks === '*') {
    const group = context.group(text)
    return group === null ? null : { kind: 'group', group }
  }
  if (wildcards.has(text)) return context.wildcards ? { kind: 'wildcard', word: text } : null
  const user = context.user(text)
  return user === null ? null : { kind: 'user', user }
}

/** Turns mentions into spans, and notes those that are not silent as found (markdown, Mentions). */
export function mentions(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'mention', (state) => {
    if (state.src[state.pos] !== '@' || !mayPrecede(state.src, state.pos)) return false
    const written = mentionAt(state.src, state.pos)
    const mention = written === null ? null : mentionOf(written, environmentOf(state))
    if (written === null || mention === null) return false
    state.push('mention', '', 0).meta = { mention, isSilent: written.isSilent }
    state.pos = written.end
    return true
  })
  markdown.core.ruler.after('inline', 'mentions_found', (state) => {
    const { found, context } = environmentOf(state)
    let quotes = 0
    for (const { type, children } of state.tokens) {
      if (type === 'blockquote_open') quotes += 1
      if (type === 'blockquote_close') quotes -= 1
      for (const token of children ?? []) {
        if (token.type !== 'mention') continue
        // A mention in a quote is silent.
        if (quotes > 0 || context.silent) token.meta!['isSilent'] = true
        if (token.meta!['isSilent'] === true) continue
        const mention = token.meta!['mention'] as Mention
        if (mention.kind === 'user') found.users.add(mention.user.id)
        else if (mention.kind === 'group') found.groups.add(mention.group.id)
        else found.wildcard = true
      }
    }
  })
  markdown.renderer.rules['mention'] = (tokens, index) => {
    const { mention, isSilent } = tokens[index]!.meta as { mention: Mention; isSilent: boolean }
    return span(mention, isSilent)
  }
}

/** Whether the HTML of a message has a wildcard mention that is not silent. */
export const mentionsEverybody = (html: string): boolean =>
  html.includes('<span class="user-mention" data-user-id="*">')

function span(mention: Mention, isSilent: boolean): string {
  const silent = isSilent ? ' silent' : ''
  const mentionText = (name: string) => escapeText(isSilent ? name : `@${name}`)
  if (mention.kind === 'group')
    return `<span class="user-group-mention${silent}" data-user-group-id="${mention.group.id}">${mentionText(mention.group.name)}</span>`
  const [id, name] = mention.kind === 'user' ? [mention.user.id, mention.user.full_name] : ['*', mention.word]
  return `<span class="user-mention${silent}" data-user-id="${id}">${mentionText(name)}</span>`
}
