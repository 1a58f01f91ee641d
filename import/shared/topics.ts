import { shortenText } from './text.ts'
import { plainName, UniqueNames } from './names.ts'

export const maxTopicLength = 60

/** A topic as the server accepts it; `(no topic)` if nothing of it is left. */
export const topicName = (name: string): string => shortenText(plainName(name), maxTopicLength) || '(no topic)'

/** `2026-05-22` of UNIX seconds, in UTC. */
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The topic of what was said outside of threads: `2026-05`. */
export const monthTopic = (seconds: number): string => dayOf(seconds).slice(0, 7)

/** Characters of a message of which its topic is made. Its first words are among them, whatever its Markdown adds. */
const readLength = 2000

/** The words of a Markdown text in one line, as its topic. A link to a topic cannot have stars. */
const words = (markdown: string): string =>
  plainName(
    markdown
      .slice(0, readLength)
      .replaceAll(/^[> ]*(`{3,}|~{3,}).*$/gm, ' ')
      .replaceAll(/@_?\*\*([^*|\n]*)(?:\|\d+)?\*\*/g, '$1')
      .replaceAll(/#\*\*([^*\n]+)\*\*/g, '#$1')
      .replaceAll(/\[([^\]\n]*)\]\([^()\s]*\)/g, '$1')
      .replaceAll(/^(?: *[-+*] |#{1,6} |[> ]+)/gm, '')
      .replaceAll(/[*`]|~~/g, ''),
  )

/** The beginning of a line of words, with `…` where it ends before its last word. */
function firstWords(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line
  const end = line.lastIndexOf(' ', maxLength - 1)
  // A long word is cut within.
  if (end < maxLength / 2) return shortenText(line, maxLength)
  return `${line.slice(0, end).replace(/[\s,.;:–-]+$/, '')}…`
}

/** The topics of a stream. No two threads share one, and none has the topic of a month. */
export class StreamTopics {
  private readonly names = new UniqueNames(maxTopicLength)
  private readonly months = new Set<string>()

  /** The topic of the month, for talk outside of threads. */
  month(seconds: number): string {
    const topic = monthTopic(seconds)
    if (!this.months.has(topic)) this.months.add(this.names.take(topic))
    return topic
  }

  /** A topic for a thread that has a name. */
  takeTopic(name: string): string {
    return this.names.take(topicName(name))
  }

  /** A topic for a thread without a name: its day and first words, such as `2026-05-22 first words…`. */
  thread(seconds: number, content: string): string {
    const day = dayOf(seconds)
    return this.takeTopic(`${day} ${firstWords(words(content), maxTopicLength - day.length - 1)}`)
  }
}
