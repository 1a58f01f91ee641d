import type { Params, Person } from '../../kit'
import { committedState } from '../../kit/committed-state'
import { ask } from './ask'
import { askers, expectedOutcome, type Asker, type Who } from './who'
import { newWorld, type World } from './world'

/** What somebody may do: one endpoint, in one of the cases that the specification tells apart. */
export interface Row {
  /** As the endpoint is declared: `PATCH /drafts/{draft_id}`. */
  readonly route: string
  /** The case, where an endpoint has several. */
  readonly when?: string
  readonly may: Who
  /** Prepares what the request needs and answers its parameters, so that for those who may it is a valid one. */
  readonly params?: (asked: RowWorld) => Params | Promise<Params>
  /** Has a world of its own: what it changes is in the way of other rows, or a realm may have only few of these. */
  readonly alone?: true
}

/** The rows of each room; those of a room share a world. */
export type RowGroups = Readonly<Record<string, readonly Row[]>>

export type RowWorld = World & {
  /** In whose place the request is made: who asks, or a member where that could prepare nothing. */
  readonly person: Person
}

export const titleOf = ({ route, when }: Row): string => (when === undefined ? route : `${route}: ${when}`)

/** What everybody is answered, and what they should be; the words of refusals apart. */
export async function askEverybody({ route, may, params = () => ({}), alone }: Row, shared: World) {
  const world = alone ? await newWorld() : shared
  const given: Partial<Record<Asker, string>> = {}
  const words: Partial<Record<Asker, string>> = {}
  let prepared: Prepared | null = null
  for (const asker of askers) {
    const account = asker === 'nobody' ? null : world.accounts[asker]
    const person = account !== null && canPrepare(asker, may) ? account : world.member
    if (prepared === null || (prepared.by !== null && prepared.by !== person))
      prepared = await prepare(world, person, params)
    const before = await commitTokensOf(world)
    const { outcome, msg } = await ask(world.realm, account, route, prepared.params)
    const hasChanged = (await commitTokensOf(world)) !== before
    given[asker] = hasChanged && outcome !== 'allowed' ? `${outcome}, and yet changed something` : outcome
    words[asker] = msg
    // What changes nothing can be asked for again.
    if (hasChanged || (outcome === 'allowed' && !route.startsWith('GET '))) prepared = null
  }
  return { given, words, wanted: Object.fromEntries(askers.map((asker) => [asker, expectedOutcome(may, asker)])) }
}

/** Whether the asker can prepare a request of their own. */
const canPrepare = (asker: Asker, may: Who): boolean =>
  asker !== 'deactivated user' && (asker !== 'incoming webhook' || may.admitted.includes(asker))

interface Prepared {
  params: Params
  /** Whose things it is about; null when it can be asked by others too. */
  by: Person | null
}

async function prepare(world: World, person: Person, params: NonNullable<Row['params']>): Promise<Prepared> {
  let by: Person | null = null
  const asked = {
    ...world,
    get person() {
      return (by = person)
    },
  }
  const prepared = await params(asked)
  return { params: prepared, by }
}

/** What differs after every change of the realm that was committed. */
async function commitTokensOf({ realm }: World): Promise<string> {
  return (await committedState(realm)).tokens.join(' ')
}
