/** An organization of 1,000 streams for measuring the client library, and the library as pages get it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Message, memoryShelf, newMemory, openClient, Registration, Store, createViews } from '../client/index.ts'
import type { effect } from '@preact/signals-core'

/** The library as pages get it. */
export interface Library {
  Store: typeof Store
  createViews: typeof createViews
  openClient: typeof openClient
  memoryShelf: typeof memoryShelf
  newMemory: typeof newMemory
  effect: typeof effect
}

export const [streamCount, heldCount] = [1000, 100_000]
export const now = Date.UTC(2026, 10, 22, 12)
const user_id = 1

export const idsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

export const messageOf = (id: number, flags: string[]): Message =>
  ({
    id,
    sender_id: 2 + (id % 50),
    sender_email: `user${id % 50}@example.com`,
    sender_full_name: `Person ${id % 50}`,
    sender_realm_str: 'bench',
    client: 'website',
    avatar_url: `/user_avatars/1/${id % 50}.png`,
    content: `<p>The tide of the day number ${id} comes in a little later than that of the one before.</p>`,
    content_type: 'text/html',
    display_recipient: `stream ${id % streamCount}`,
    stream_id: 1 + (id % streamCount),
    subject: `topic ${(id * 7) % 3000}`,
    timestamp: 1_700_000_000 + id,
    recipient_id: 1,
    is_me_message: false,
    type: 'stream',
    reactions: [],
    submessages: [],
    topic_links: [],
    flags,
  }) as unknown as Message

export function registration(unread: readonly number[]): Registration {
  const streams = idsFrom(1, streamCount).map((stream_id) => ({
    stream_id,
    name: `stream ${stream_id}`,
    is_muted: false,
    in_home_view: true,
    invite_only: false,
  }))
  const lists = new Map<number, number[]>()
  for (const id of unread) lists.set(1 + (id % streamCount), [...(lists.get(1 + (id % streamCount)) ?? []), id])
  return {
    user_id,
    queue_id: 'bench',
    last_event_id: -1,
    max_message_id: heldCount,
    subscriptions: streams,
    streams,
    muted_topics: [],
    starred_messages: [],
    unread_msgs: {
      count: unread.length,
      pms: [],
      huddles: [],
      streams: [...lists].map(([stream_id, unread_message_ids]) => ({ stream_id, topic: 'tides', unread_message_ids })),
      mentions: [],
      old_unreads_missing: false,
    },
  } as unknown as Registration
}

export async function bundleLibrary(): Promise<Library> {
  const directory = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const outfile = join(directory, 'client.mjs')
  const contents = `export * from './client'; export { effect } from '@preact/signals-core'`
  const stdin = { contents, resolveDir: join(import.meta.dirname, '..') }
  await build({ stdin, bundle: true, minify: true, format: 'esm', outfile, logLevel: 'error' })
  const library = (await import(outfile)) as Library
  rmSync(directory, { recursive: true })
  return library
}
