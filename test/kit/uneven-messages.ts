/** Messages as uneven as those of real organizations, for measurements of bytes and times. */
import { newCarriedToken } from '../../src/core/turn/change'
import type { NewMessage } from '../../src/messages/queries'
import { randomFrom } from './random'
import { wordOf } from './uneven-words'

/** How many bytes of ASCII each message has. */
export const textBytes = 95

/** Ids of their senders are below this. */
export const senders = 100

interface MessageRange {
  first: number
  last: number
  /** Columns that all of them have. */
  more?: Partial<NewMessage>
}

/** Messages of 100 people: 60 % in 50 streams with up to 500 topics, the others direct. The same range gives the same messages. */
export function* unevenMessages({ first, last, more = {} }: MessageRange): Generator<NewMessage> {
  const chance = randomFrom(first)
  const unevenNumber = (maximum: number) => Math.floor(maximum ** chance())
  for (let id = first; id <= last; id += 1) {
    const words = Array.from({ length: 40 }, () => wordOf(unevenNumber(20_000)))
    const content = words.join(' ').slice(0, textBytes).trimEnd().padEnd(textBytes, 'x')
    const is_private = chance() < 0.4
    yield {
      id,
      event_id: id * 3,
      sender_id: unevenNumber(senders),
      recipient_id: is_private ? 100 + unevenNumber(300) : unevenNumber(50),
      is_private,
      topic: is_private ? '' : `the topic ${unevenNumber(500)}`,
      content,
      rendered_content: `<p>${content}</p>`,
      sent_at: 1_790_000_000 + id * 30,
      client: 'website',
      is_me_message: false,
      links: { has_link: false, has_image: false, has_attachment: false },
      wildcard_mentioned: false,
      submessages: null,
      queue_id: null,
      local_id: null,
      commit_token: newCarriedToken(),
      ...more,
    }
  }
}
