import { Chance } from '../../test/client/day/chance.ts'
import { team } from './people.ts'
import { inParallel, programOf, type Program } from './program.ts'

/** The people of a server, and its streams. */
export interface Members {
  /** Ids of all people of the team, and of the streams. */
  readonly people: readonly number[]
  readonly streams: readonly number[]
  /** The stream that everybody is in. */
  readonly everybody: number
  /** Addresses by which people log in. */
  readonly addresses: readonly string[]
  /** People on leave, who are none of the team: they are mailed what they miss. */
  readonly onLeave: readonly { readonly id: number; readonly address: string }[]
  /** Mail addresses of the streams. */
  readonly mailboxes: readonly string[]
}

const streamCount = 20

const peopleOnLeave = 4

/** Makes accounts and streams: everybody is in two streams of five, and in the one for all. */
export async function gather(owner: Program): Promise<Members> {
  await owner('PATCH', '/realm', { delete_own_message_policy: 1 })
  // Who of the team would be mailed depends on who happens to be here.
  await owner('PATCH', '/realm/user_settings_defaults', { enable_offline_email_notifications: false })
  const addresses = Array.from({ length: team.people }, (_, person) => `person${person}@day.test`)
  const people: number[] = []
  for (const [person, email] of addresses.entries()) people.push(await account(owner, email, `Person ${person}`))
  const onLeave: { id: number; address: string }[] = []
  while (onLeave.length < peopleOnLeave) {
    const address = `leave${onLeave.length}@day.test`
    onLeave.push({ address, id: await account(owner, address, `On leave ${onLeave.length}`) })
  }
  for (let number = 0; number < streamCount; number += 1) {
    const isForAll = number === 0
    const principals = people.filter((_, person) => isForAll || (person + number) % 5 < 2)
    await owner('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: `day ${number}` }],
      principals,
      announce: false,
    })
  }
  const { streams } = await owner('GET', '/streams')
  const ofDay = (streams as { name: string; stream_id: number }[]).filter(({ name }) => name.startsWith('day '))
  const everybody = ofDay.find(({ name }) => name === 'day 0')!.stream_id
  const mailboxes: string[] = []
  for (const { stream_id } of ofDay)
    mailboxes.push((await owner('POST', `/streams/${stream_id}/email_address`))['email'] as string)
  return { people, addresses, onLeave, mailboxes, everybody, streams: ofDay.map(({ stream_id }) => stream_id) }
}

/** Makes an account, and answers its id. */
async function account(owner: Program, email: string, full_name: string): Promise<number> {
  const { user_id } = await owner('POST', '/users', { email, password: 'seven grey herons', full_name })
  return user_id as number
}

/** How many messages each person sent on the day before, and how many of these are private. */
const yesterday = { ofEach: 30, private: 12 }

/** How many people are near, with whom one talks in private. */
const near = 4

/** The people to whom a person writes in private: one or two neighbours. */
export const partnersOf = (person: number, count: number, chance: Chance): number[] => {
  const first = chance.below(count > 1 ? 1 : near)
  return Array.from({ length: count }, (_, index) => (person + first + index + 1) % team.people)
}

const speakersAtOnce = 8

/** The person on leave to whom a person writes. */
export const onLeaveOf = (person: number, { onLeave }: Pick<Members, 'onLeave'>): Members['onLeave'][number] =>
  onLeave[person % onLeave.length]!

/** Those on leave want mails about what they miss, after a second. */
export const takeLeave = (site: string, { onLeave }: Members): Promise<void> =>
  inParallel(onLeave, speakersAtOnce, async ({ address }) => {
    const ask = await programOf(site, address)
    await ask('PATCH', '/settings', {
      enable_offline_email_notifications: true,
      email_notifications_batching_period_seconds: 1,
    })
  })

/** Everybody talks, in streams and in private. */
export async function talk(site: string, members: Members): Promise<void> {
  const { addresses, people } = members
  await inParallel(addresses, speakersAtOnce, async (address, person) => {
    const ask = await programOf(site, address)
    const { subscriptions } = await ask('GET', '/users/me/subscriptions')
    const own = (subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)
    const chance = new Chance(person)
    for (let number = 0; number < yesterday.ofEach; number += 1) {
      const isPrivate = number < yesterday.private
      // Each pair of neighbours, and each three.
      const to = isPrivate
        ? (number < near ? [(person + number + 1) % team.people] : partnersOf(person, (number % 2) + 1, chance)).map(
            (other) => people[other],
          )
        : [own[number % own.length]]
      const content = `Yesterday's harbour notes, number ${number}: the invoice, the backup, and lunch.`
      const where = isPrivate ? { type: 'private' } : { type: 'stream', topic: `topic ${(person + number) % 30}` }
      await ask('POST', '/messages', { ...where, to, content })
    }
    await ask('POST', '/messages', {
      type: 'private',
      to: [onLeaveOf(person, members).id],
      content: 'Have a good time!',
    })
  })
}
