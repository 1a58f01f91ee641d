/** Whatever happens, what views show is what the server has (client/narrow). */
import * as fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { narrowsOf, newNarrowScene, Reading, topics, type NarrowScene } from './support/narrow-scene'
import type { Params, Person } from '../kit'

let place: NarrowScene

beforeAll(async () => {
  place = await newNarrowScene(220)
}, 120_000)

/** Things that happen to an organization and to a reader. The numbers choose whom and what. */
const kinds = [
  'send', 'send', 'send', 'write', 'edit', 'move', 'moveAway', 'delete', 'star', 'unstar', 'read', 'unread', 'readAll',
  'react', 'join', 'leave', 'mute', 'muteTopic', 'open', 'open', 'open', 'open', 'older', 'newer', 'goTo', 'close',
  'refresh', 'release', 'lose', 'hear', 'quiet',
] as const // prettier-ignore

const happening = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(10_000),
  other: fc.nat(10_000),
})

type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never

const one = <T>(list: readonly T[], number: number): T => list[number % list.length]!

/** Somebody asks; a refusal changes nothing. */
const ask = (person: Person, method: string, path: string, params: Params = {}) => person.ask(method, path, params)

async function happen(reading: Reading, { kind, which, other }: Happening): Promise<void> {
  const { owner, reader, other: otto, streams } = place
  const stream = one(streams, which)
  const someone = one([owner, otto], other)
  const messagesFor = (person: Person) =>
    person.messages([{ operator: 'stream', operand: stream.id }], { num_after: 4000 })
  const idsFor = async (person: Person) => (await messagesFor(person)).map(({ id }) => id as number)
  const someMessages = async (person: Person) => {
    const ids = await idsFor(person)
    const first = other % Math.max(ids.length, 1)
    return ids.slice(first, first + 1 + (which % 4))
  }
  const view = reading.open.length > 0 ? one(reading.open, which).view : null
  switch (kind) {
    case 'send': {
      const content = one(['word', 'word', '@**Rea**', '@**all**'], which)
      await ask(one([owner, otto, reader], other), 'POST', '/messages', {
        type: 'stream',
        to: stream.name,
        topic: one(topics, other),
        content,
      })
      return
    }
    case 'write':
      await ask(someone, 'POST', '/messages', {
        type: 'private',
        to: which % 2 ? [reader.id] : [reader.id, otto.id],
        content: 'note',
      })
      return
    case 'edit': {
      const [id] = await someMessages(owner)
      const { message } = (await owner.ask('GET', `/messages/${id}`)) as unknown as { message?: { sender_id: number } }
      const sender = [owner, reader, otto].find((person) => person.id === message?.sender_id)
      if (sender)
        await ask(sender, 'PATCH', `/messages/${id}`, {
          content: one(['@**Rea**', 'other', '@**all**'], which + other),
        })
      return
    }
    case 'move':
    case 'moveAway': {
      const [id] = await someMessages(owner)
      await ask(owner, 'PATCH', `/messages/${id}`, {
        topic: one(topics, which),
        propagate_mode: one(['change_one', 'change_later', 'change_all'], which + other),
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: other % 2 === 0,
        ...(kind === 'moveAway' && { stream_id: one(streams, other).id }),
      })
      return
    }
    case 'delete': {
      const [id] = await someMessages(owner)
      await ask(owner, 'DELETE', `/messages/${id}`)
      return
    }
    case 'star':
    case 'unstar':
    case 'read':
    case 'unread':
      await ask(reader, 'POST', '/messages/flags', {
        messages: await someMessages(reader),
        op: kind === 'star' || kind === 'read' ? 'add' : 'remove',
        flag: kind === 'star' || kind === 'unstar' ? 'starred' : 'read',
      })
      return
    case 'readAll':
      await ask(reader, 'POST', one(['/mark_all_as_read', '/mark_stream_as_read'], other), { stream_id: stream.id })
      return
    case 'react': {
      const [id] = await someMessages(reader)
      await ask(one([reader, reader, owner], which), other % 4 ? 'POST' : 'DELETE', `/messages/${id}/reactions`, {
        emoji_name: 'tada',
      })
      return
    }
    case 'join':
      await ask(owner, 'POST', '/users/me/subscriptions', {
        subscriptions: [{ name: stream.name }],
        principals: [reader.id],
      })
      return
    case 'leave': {
      const startSeconds = Math.floor(Date.now() / 1000)
      await ask(reader, 'DELETE', '/users/me/subscriptions', { subscriptions: [stream.name] })
      // The server counts edits of that very second as later, though the reader got their events.
      for (const { id, last_edit_timestamp } of await messagesFor(owner))
        if ((last_edit_timestamp as number) >= startSeconds) place.unreported.add(id as number)
      return
    }
    case 'mute':
      await ask(reader, 'POST', '/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: stream.id, property: 'is_muted', value: other % 2 === 0 }],
      })
      return
    case 'muteTopic':
      await ask(reader, 'PATCH', '/users/me/subscriptions/muted_topics', {
        stream_id: stream.id,
        topic: one(topics, other),
        op: which % 2 ? 'add' : 'remove',
      })
      return
    case 'open': {
      if (reading.open.length >= 6) return
      const terms = one(narrowsOf(place), which)
      const ids = await idsFor(reader)
      const anchor = one(['newest', 'first_unread', one(ids, other) ?? 1] as const, other)
      reading.open.push({ terms, view: reading.views.open(terms, anchor) })
      return
    }
    case 'older':
    case 'newer':
      void view?.load(kind)
      return
    case 'goTo':
      void view?.goTo(one(await idsFor(reader), other) ?? 'newest')
      return
    case 'refresh':
      void view?.refresh()
      return
    case 'close':
      view?.close()
      reading.open.splice(which % Math.max(reading.open.length, 1), 1)
      return
    case 'release': {
      const ids = [...reading.store.messages.values()].map(({ id }) => id)
      reading.views.release(ids.filter((id) => id % 7 === which % 7))
      return
    }
    case 'lose':
      return reading.loseQueue()
    case 'hear':
      await reading.hear()
      return
    case 'quiet':
      await reading.waitUntilQuiet()
      expect(await reading.problems()).toEqual([])
  }
}

test('views show what the server has, in any order of events', { timeout: 400_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 25, maxLength: 60 }), async (happenings) => {
      const reading = await Reading.begin(place)
      onTestFinished(() => reading.close())
      try {
        for (const each of happenings) await happen(reading, each)
        await reading.waitUntilQuiet()
        expect(await reading.problems()).toEqual([])
      } finally {
        reading.close()
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
