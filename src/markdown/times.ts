import type { MarkdownIt } from 'markdown-it'
import { escapeAttribute, escapeText } from './escape'
import { parseTime } from './time-forms'

const written = /<time:([^>\n]{0,100})>/y

/** `<time:...>`, which clients show in the user's time zone (markdown, Time). */
export function times(markdown: MarkdownIt): void {
  markdown.inline.ruler.push('time', (state) => {
    if (!state.src.startsWith('<time:', state.pos)) return false
    written.lastIndex = state.pos
    const match = written.exec(state.src)
    if (match === null) return false
    state.push('time', '', 0).content = match[1]!
    state.pos += match[0].length
    return true
  })
  markdown.renderer.rules['time'] = (tokens, index) => {
    const { content } = tokens[index]!
    const seconds = parseTime(content.trim())
    if (seconds === null) return `<span class="timestamp-error">Invalid time format: ${escapeText(content)}</span>`
    const iso = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
    return `<time datetime="${escapeAttribute(iso)}">${escapeText(content)}</time>`
  }
}
