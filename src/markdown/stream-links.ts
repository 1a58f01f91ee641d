import type { MarkdownIt } from 'markdown-it'
import type { Context, StreamOrGroup } from './context'
import { environmentOf } from './environment'
import { escapeText } from './escape'
import { mayPrecede } from './inline-matches'

/** `#**stream**` or `#**stream>topic**`. */
const streamLink = /#\*\*([^*\n]+)\*\*/y

interface LinkedPlace {
  stream: StreamOrGroup
  topic: string | null
}

/** All names of streams to which a text may link, so that they can be looked up first. */
export function streamNames(content: string): string[] {
  const names = new Set<string>()
  for (let place = content.indexOf('#**'); place >= 0; place = content.indexOf('#**', place + 1)) {
    streamLink.lastIndex = place
    const text = streamLink.exec(content)?.[1]
    if (text === undefined) continue
    const { name, topic } = nameAndTopic(text)
    if (topic !== '') names.add(name)
    names.add(text)
  }
  return [...names]
}

/** The topic begins after the first `>`; without one it is empty. */
function nameAndTopic(text: string): { name: string; topic: string } {
  const split = text.indexOf('>')
  return split < 0 ? { name: text, topic: '' } : { name: text.slice(0, split), topic: text.slice(split + 1) }
}

function linkedPlace(text: string, context: Context): LinkedPlace | null {
  const { name, topic } = nameAndTopic(text)
  const around = topic === '' ? null : context.stream(name)
  if (around !== null) return { stream: around, topic }
  const whole = context.stream(text)
  return whole === null ? null : { stream: whole, topic: null }
}

/** Links to streams and topics (markdown, Streams and topics). */
export function streamLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'stream_link', (state) => {
    if (state.src[state.pos] !== '#' || !mayPrecede(state.src, state.pos)) return false
    streamLink.lastIndex = state.pos
    const match = streamLink.exec(state.src)
    const link = match === null ? null : linkedPlace(match[1]!, environmentOf(state).context)
    if (match === null || link === null) return false
    state.push('stream_link', '', 0).meta = { ...link }
    state.pos += match[0].length
    return true
  })
  markdown.renderer.rules['stream_link'] = (tokens, index) => {
    const { stream, topic } = tokens[index]!.meta as unknown as LinkedPlace
    const [cls, shown] = topic === null ? ['stream', ''] : ['stream-topic', ` > ${topic}`]
    const text = escapeText(`#${stream.name}${shown}`)
    return `<a class="${cls}" data-stream-id="${stream.id}" href="${narrowOf(stream, topic)}">${text}</a>`
  }
}

/** The address of a stream, or of a topic in it, below the origin. */
export const narrowOf = ({ id, name }: Pick<StreamOrGroup, 'id' | 'name'>, topic: string | null): string =>
  `/#narrow/stream/${id}-${inHash(name.replaceAll(' ', '-'))}${topic === null ? '' : `/topic/${inHash(topic)}`}`

/** Text in the form of address fragments: percent-encoded, with `.` instead of `%`. */
const inHash = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
