import { inOneLine, shortened } from './text.ts'
import { plainName, UniqueNames } from './names.ts'

export const maxTopicLength = 60

/** A topic as the server accepts it; `(no topic)` if nothing of it is left. */
export const topicName = (name: string): string => shortened(plainName(name), maxTopicLength) || '(no topic)'

/** `2026-05-22` of UNIX seconds, in UTC. */
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The topic of what was said outside of threads: `2026-05`. */
export const monthTopic = (seconds: number): string => dayOf(seconds).slice(0, 7)

/** What is not read out: markup, addresses of links, whole mentions of files. */
const markup = /```\w*|\]\([^)\s]*\)|[`*_~[\]]|^[>#-]+ /gm

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
  named(name: string): string {
    return this.names.take(topicName(name))
  }

  /** A topic for a thread without a name: its day and first words, such as `2026-05-22 first words…`. */
  thread(seconds: number, content: string): string {
    const words = plainName(inOneLine(content.slice(0, 1000).replaceAll(markup, ' ')))
    return this.named(`${dayOf(seconds)} ${words}`.trimEnd())
  }
}
