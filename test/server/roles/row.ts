import type { Params, Person } from '../../kit'
import { committedState } from '../../kit/committed-state'
import { ask } from './ask'
import { askers, expectedOutcome, type Asker, type Who } from './who'
import { newWorld, type World } from './world'

/** A row of the table of rights: an endpoint, in one of the cases that the specification distinguishes. */
export interface Row {
  /** As the endpoint is declared: `PATCH /drafts/{draft_id}`. */
  readonly route: string
  /** The case, where an endpoint has several. */
  readonly when?: string
  readonly may: Who
  /** Prepares what the request needs and returns its parameters. The request is valid for accounts that may send it. */
  readonly params?: (asked: RowWorld) => Params | Promise<Params>
  /** The row has a realm of its own, because it would disturb other rows, or because a realm may have only a few of these things. */
  readonly alone?: true
}

/** Groups of rows by their names. The rows of a group share a realm. */
export type RowGroups = Readonly<Record<string, readonly Row[]>>

export type RowWorld = World & {
  /** The person for whom the request is prepared: the asker, or a member if the asker cannot prepare anything. */
  readonly person: Person
}

export const titleOf = ({ route, when }: Row): string => (when === undefined ? route : `${route}: ${when}`)

/** The answers that all askers get, and those that they should get. `words` has the texts of the refusals. */
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
  /** The person whose things the request names; null if others can send the same request. */
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

/** A text that is different after each committed change of the realm. */
async function commitTokensOf({ realm }: World): Promise<string> {
  return (await committedState(realm)).tokens.join(' ')
}
