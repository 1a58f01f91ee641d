import { zipOf, type ZipEntry } from '../../test/kit/zip.ts'
import { texts } from '../texts.ts'

/**
 * A workspace of Slack as slackdump exports it: one of ten messages is private, one of a hundred shows a file, one of twenty has a
 * link, one of ten a reaction, and one of eight is a reply in a thread.
 */
const people = 20
const channels = 10
const conversations = 5
const days = 100
const fileBytes = 20_000
/** Messages with a link, among all: files are links, too. */
export const linkShare = 1 / 20 + 1 / 100
const firstSecond = Date.UTC(2025, 0, 6, 8) / 1000

const daySeconds = 86_400

/** The address of one of its people. */
export const addressOf = (person: number): string => `person${person}@slack.example.com`

const idOf = (person: number): string => `U${person}`

const fileOf = (number: number) => ({
  id: `F${number}`,
  name: `tides-${number}.bin`,
  mimetype: 'application/octet-stream',
  mode: 'hosted',
  size: fileBytes,
})

/** A message of a place on a day; `number` counts the messages of all places. */
function message(number: number, { at, thread }: { at: number; thread: number }, members: number) {
  const link = number % 20 === 3 ? ' <https://example.com/tables|tables>' : ''
  const plain = texts.filter((text) => !text.includes('https://'))
  return {
    type: 'message',
    user: idOf(number % members),
    text: `${plain[number % plain.length]!.replaceAll('**', '*')}${link}`,
    ts: `${at}.000100`,
    ...(number % 8 === 5 ? { thread_ts: `${thread}.000100` } : {}),
    ...(number % 100 === 11 ? { files: [fileOf(number)] } : {}),
    ...(number % 10 === 2 ? { reactions: [{ name: 'tada', count: 1, users: [idOf((number + 1) % members)] }] } : {}),
  }
}

/** The archive, with this many messages. */
export function slackArchive(messages: number): Buffer {
  const users = Array.from({ length: people }, (_, person) => ({
    id: idOf(person),
    name: `person${person}`,
    real_name: `Person ${person}`,
    profile: { email: addressOf(person), real_name: `Person ${person}` },
  }))
  const everybody = users.map(({ id }) => id)
  const streams = Array.from({ length: channels }, (_, index) => ({
    id: `C${index}`,
    name: `harbour-${index}`,
    created: firstSecond,
    creator: idOf(0),
    members: everybody,
  }))
  const talks = Array.from({ length: conversations }, (_, index) => ({
    id: `D${index}`,
    created: firstSecond,
    // Messages of a conversation come from its two members.
    members: [idOf(0), idOf(1)].map((id, place) => (place === 0 ? id : idOf(index + 1))),
  }))
  const entries: ZipEntry[] = [
    { name: 'users.json', content: JSON.stringify(users) },
    { name: 'channels.json', content: JSON.stringify(streams) },
    { name: 'dms.json', content: JSON.stringify(talks) },
  ]
  const places = [
    ...streams.map(({ name }) => ({ folder: name, members: people, share: 0.9 / channels })),
    ...talks.map(({ id }) => ({ folder: id, members: 1, share: 0.1 / conversations })),
  ]
  let number = 0
  for (const { folder, members, share } of places)
    for (let day = 0; day < days; day += 1) {
      const amount = Math.round((messages * share) / days)
      const first = firstSecond + day * daySeconds
      const talk = Array.from({ length: amount }, (_, index) =>
        message((number += 1), { at: first + index * 20, thread: first }, members),
      )
      entries.push({
        name: `${folder}/${new Date(first * 1000).toISOString().slice(0, 10)}.json`,
        content: JSON.stringify(talk),
      })
      for (const { id, name } of talk.flatMap(({ files = [] }) => files))
        entries.push({
          name: `__uploads/${id}/${name}`,
          content: new Uint8Array(fileBytes).fill(number % 251),
          isStored: true,
        })
    }
  return zipOf(entries)
}
