import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Anchor, Client } from '../../../client'
import { newRealm, type TestRealm } from '../../kit'
import type { State } from '../../../client/api'
import { Chance } from './chance'
import { commands } from './commands'
import { Desk, type Window } from './desk'
import { narrowBy } from './narrows'
import { operations } from './operations'
import type { Actor } from './things'

/** Ten people of one organization at their desks, where everything happens by chance. */
export class Day {
  readonly chance: Chance
  /** How often each operation was done, and was refused. */
  readonly done = new Map<string, { done: number; refused: number }>()

  private constructor(
    readonly realm: TestRealm,
    readonly desks: readonly Desk[],
    seed: number,
  ) {
    this.chance = new Chance(seed)
  }

  static async begin(seed: number): Promise<Day> {
    const realm = await newRealm()
    realm.keepsNotices = true
    const names = ['ada', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gita']
    const members = await Promise.all(names.map((name) => realm.user(name)))
    const people = [
      realm.owner,
      await realm.user('adam', { role: 200 }),
      await realm.user('gus', { role: 600 }),
      ...members,
    ]
    await realm.stream('harbour', ...people)
    await realm.stream('cellar', ...people.slice(0, 4))
    await noteWhatIsSent()
    const desks = people.map((person) => new Desk(person))
    for (const desk of desks) desk.open()
    return new Day(realm, desks, seed)
  }

  /** Something happens. */
  async step(): Promise<void> {
    const { chance } = this
    const desk = chance.one(this.desks)!
    const window = chance.one(desk.windows)
    const happening = chance.weighted<(desk: Desk, window: Window) => unknown>([
      [50, (desk, window) => this.command(desk, window)],
      [30, (desk) => this.operate(desk)],
      [8, (_, window) => this.openView(window)],
      [3, (_, { network }) => network.lines.at(-1)?.cut(chance.one([1006, 1006, 1012, 4408, 4429])!)],
      [1, (_, { network }) => network.lines.forEach((line) => (line.isSilent = true))],
      [3, (_, { network }) => (network.isDown = !network.isDown)],
      [1, (_, { network }) => (network.blocksSockets = !network.blocksSockets)],
      [1, (_, { network }) => network.answers.push(() => new Response('Bad gateway', { status: 502 }))],
      [1, () => void this.realm.evict()],
      [1, (desk, window) => this.endQueue(desk, window)],
      [1, (desk) => desk.windows.length < 2 && desk.open()],
      [1, (desk, window) => this.kill(desk, window)],
      [1, (desk, window) => this.close(desk, window)],
      [15, (_, window) => passSeconds(window, chance.one([0, 1, 3, 16, 45])!)],
    ])
    if (window === undefined) desk.open()
    else await happening(desk, window)
    await turn()
  }
  /** Lets everything end that is under way: the network is good again, and time passes in all windows. */
  async settle(): Promise<void> {
    for (const desk of this.desks) if (desk.windows.length === 0) desk.open()
    const windows = (): Window[] => this.desks.flatMap((desk) => desk.windows)
    for (const { network } of windows()) Object.assign(network, { isDown: false, blocksSockets: false, answers: [] })
    await vi.waitFor(
      async () => {
        for (const window of windows()) await passSeconds(window, 5)
        const busy = windows().filter(
          ({ client }) => client?.status.peek() !== 'live' || client.outbox.pendingCount.peek() > 0,
        )
        if (busy.length > 0) throw new Error(`${busy.length} windows are not done`)
      },
      { timeout: 120_000, interval: 20 },
    )
    for (const window of windows()) await passSeconds(window, shownFor)
    // What is told to everybody tells that everything before it was told.
    const description = `Settled ${this.chance.next()}`
    await this.realm.set({ description })
    await vi.waitFor(
      async () => {
        for (const window of windows()) await passSeconds(window, 1)
        const late = windows().filter(({ client }) => client!.store.state.realm_description.peek() !== description)
        if (late.length > 0) throw new Error(`${late.length} windows are late`)
      },
      { timeout: 60_000, interval: 20 },
    )
  }

  /** Somebody does something in a window. */
  private command(desk: Desk, window: Window): void {
    if (window.client === null) return
    const given = this.chance.weighted(commands)(this.chance, actorAt(desk, window.client))
    if (given !== null) desk.do(window, given)
  }

  /** Somebody does something with other software, knowing what their window knows. */
  private async operate(desk: Desk): Promise<void> {
    const client = desk.windows[0]?.client
    if (client === undefined || client === null) return
    const named = Object.entries(operations).map(
      ([name, [weight, operation]]) =>
        [this.hasSeen(name) ? weight : weight * unseenFactor, { name, operation }] as const,
    )
    const { name, operation } = this.chance.weighted(named)
    const asked = operation(this.chance, actorAt(desk, client))
    if (asked === null) return
    const [method, path] = asked[0].split(' ')
    const { status, msg } = await desk.person.ask(method!, path!, asked[1])
    if (status >= 500) throw new Error(`${asked[0]} ${JSON.stringify(asked[1])}: ${status} ${msg}`)
    const tally = this.done.get(name) ?? { done: 0, refused: 0 }
    tally[status === 200 ? 'done' : 'refused'] += 1
    this.done.set(name, tally)
  }

  /** Whether somebody has done an operation, and was not refused. */
  hasSeen(name: string): boolean {
    return (this.done.get(name)?.done ?? 0) > 0
  }

  /** Somebody looks at messages. */
  private openView({ client, views }: Window): void {
    if (client === null) return
    const { chance } = this
    const view = chance.one(views)
    if (view === undefined || chance.happens(0.3)) {
      const anchor = chance.one([
        'newest',
        'first_unread',
        chance.one([...client.store.messages.values()])?.id ?? 'newest',
      ])
      views.push(client.view(narrowBy(chance, client), anchor as Anchor))
    } else if (chance.happens(0.7)) void view.load(chance.one(['older', 'newer'] as const)!)
    else {
      view.close()
      views.splice(views.indexOf(view), 1)
    }
  }

  /** The server ends the queue of a window. */
  private async endQueue({ person }: Desk, { client }: Window): Promise<void> {
    if (client !== null) await person.ask('DELETE', '/events', { queue_id: client.store.state.queue_id.peek() })
  }

  private kill(desk: Desk, window: Window): void {
    desk.kill(window)
    desk.open()
  }

  /** Somebody closes a window, and opens another one. */
  private async close(desk: Desk, window: Window): Promise<void> {
    if (window.client === null) return
    desk.windows.splice(desk.windows.indexOf(window), 1)
    const closed = window.client.close()
    await passSeconds(window, 2)
    await closed
    desk.open()
  }
}

/** How much more often people try what nobody has done on this day, so that few days see nearly everything. */
const unseenFactor = 4

const actorAt = ({ person }: Desk, { store }: Client): Actor => ({
  person,
  state: store.plain() as State,
  messages: [...store.messages.values()],
})

/** What the server has answered stays shown for up to this many seconds, until it is told. */
const shownFor = 10

/** Lets work go on that waits for nothing but its turn. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Lets some time pass in a window, so that everything that can go on goes on. */
async function passSeconds({ clock }: Window, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.pass(1)
    await turn()
  }
}

/** Notes the local id of every message that is sent, in the order in which they are, also when it is deleted later. */
async function noteWhatIsSent(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('create table if not exists sent (message_id integer primary key, local_id text)'),
    env.DB.prepare(`
      create trigger if not exists note_sent after insert on message
      begin insert into sent values (new.id, new.local_id); end
    `),
  ])
}
