import type { Store } from '../store/store'
import { conversationKey, withoutSelf } from '../store/conversation'

/** One restriction, as the API takes it. Streams are named by id, and people by id or a list of ids. */
export interface Term {
  readonly operator: string
  readonly operand: string | number | readonly number[]
  readonly negated?: boolean
}

/** A narrow: all terms must hold. */
export type Terms = readonly Term[]

/** The topic in the form that all its spellings share. */
export const foldedTopic = (topic: unknown): string => conversationKey({ stream_id: 0, topic: String(topic) })

const termKey = ({ operator, operand, negated }: Term): string =>
  JSON.stringify([
    operator,
    operator === 'topic'
      ? foldedTopic(operand)
      : Array.isArray(operand)
        ? [...new Set(operand)].map(String).toSorted()
        : operand,
    !!negated,
  ])

/** Keys of the terms, each once: whatever their order is. */
export const termKeys = (terms: Terms): string[] => [...new Set(terms.map(termKey))].toSorted()

/** The same for narrows that are the same. */
export const narrowKey = (terms: Terms): string => termKeys(terms).join()

/**
 * The stream of which a narrow finds all messages, received or not, as far as the reader may read it; null if it finds
 * only what the reader holds (narrow, Visibility).
 */
export function historyOf(terms: Terms): number | null {
  const stream = terms.findLast(({ operator, negated }) => operator === 'stream' && !negated)
  return stream && terms.every(({ operator }) => operator !== 'is') ? Number(stream.operand) : null
}

/** What is muted of a place: its whole stream, or its topic. */
type Mute = 'stream' | 'topic'

/** Which topics and streams the account mutes, as of now. */
export function mutesOf({ streams }: Pick<Store, 'streams'>): (place: Place) => Mute | undefined {
  const subscribed = streams.subscribed.peek()
  const topics = streams.mutedTopics.peek()
  return ({ stream_id, topic = '' }) => {
    if (stream_id === undefined) return undefined
    if (topics.has(conversationKey({ stream_id, topic }))) return 'topic'
    return subscribed.get(stream_id)?.is_muted ? 'stream' : undefined
  }
}

/** Where a message is: in a topic of a stream, or among some people. */
export interface Place {
  readonly stream_id?: number | undefined
  readonly topic?: string | undefined
  /** The others. */
  readonly user_ids?: readonly number[]
}

/** Whether a narrow may find messages there, as far as streams, topics and people tell. */
export const mayHold = (terms: Terms, { stream_id, topic, user_ids }: Place, selfId: number): boolean =>
  terms.every(({ operator, operand, negated }) => {
    if (negated) return true
    if (operator === 'stream') return operand === stream_id
    if (operator === 'topic') return stream_id !== undefined && foldedTopic(operand) === foldedTopic(topic)
    if (operator !== 'pm-with') return true
    return !!user_ids && Array.isArray(operand) && withoutSelf(operand, selfId).join() === user_ids.join()
  })
