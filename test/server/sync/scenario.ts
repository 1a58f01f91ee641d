import { expect, test } from 'vitest'
import { actionTable } from '../../../src/actions'
import type { ToldEvent } from '../../kit'
import type { Untold } from './untold'
import { legacy, modern, Watcher } from './watcher'
import { newWorld, type World } from './world'

export type ActionName = keyof typeof actionTable.actions | keyof typeof actionTable.systemActions

const watching = ['administrator', 'involved', 'uninvolved', 'guest'] as const

export type Watching = (typeof watching)[number]

export const everyone: readonly Watching[] = watching
export const members: readonly Watching[] = ['administrator', 'involved', 'uninvolved']
export const nobody: readonly Watching[] = []

/** Something that changes a realm, of which everybody keeps up with what they are told. */
export interface Scenario {
  /** A sentence. */
  title: string
  /** The action that it is about. */
  action: ActionName
  /** Who hears of it; nobody else hears anything. */
  told: readonly Watching[]
  /** Prepares, calls `watch`, from where on everybody listens, and acts. */
  play(world: World & { watch: () => Promise<void> }): Promise<unknown>
  /** Who may not listen any more afterwards. */
  refused?: readonly Watching[]
  /** What no event can tell of this. */
  untold?: readonly Untold[]
  /** Whether it is told in other words to clients that know less. */
  hasLegacyForm?: boolean
  /** Lost with the memory of the realm object, because it is of no interest a minute later. */
  isFleeting?: boolean
}

/** Actions in the order in which they were performed, by this file's tests. */
export const performed: string[] = []

for (const table of [actionTable.actions, actionTable.systemActions] as Record<string, (...args: never[]) => unknown>[])
  for (const [name, action] of Object.entries(table))
    table[name] = (...args) => {
      performed.push(name)
      return action(...args)
    }

/** Tests that clients which listen before something happens, and hear of it, know all that clients know which come later. */
export function syncs(scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    test(scenario.title, { timeout: 30_000 }, () => check(scenario, modern))
    if (scenario.hasLegacyForm)
      test(`${scenario.title}, to clients without capabilities`, { timeout: 30_000 }, () => check(scenario, legacy))
  }
}

async function check(scenario: Scenario, options: typeof modern): Promise<void> {
  const world = await newWorld()
  const watchers = new Map<Watching, Watcher>()
  const watch = async () => {
    const begun = watching.map(async (name) => [name, await Watcher.begin(world[name], options)] as const)
    for (const [name, watcher] of await Promise.all(begun)) watchers.set(name, watcher)
    performed.length = 0
  }
  await scenario.play({ ...world, watch })
  expect(performed).toContain(scenario.action)

  const staying = [...watchers].filter(([name]) => !scenario.refused?.includes(name))
  const told = await readEventsOf(staying)
  expect(told.filter(([, events]) => events.length > 0).map(([name]) => name)).toEqual(scenario.told)
  await world.realm.evict()
  // What is told again is what was told.
  if (!scenario.isFleeting) expect(await readEventsOf(staying)).toEqual(told)

  const newest = Math.max(...[...watchers.values()].map((watcher) => watcher.newest))
  const found = await Promise.all(
    told.map(async ([name, events]) => {
      const differences = await watchers.get(name)!.differences(events, { others: scenario.untold ?? [], newest })
      return differences.length === 0 ? [] : [`${name}, told ${JSON.stringify(events)}`, ...differences]
    }),
  )
  expect(found.flat().join('\n')).toBe('')
  for (const name of scenario.refused ?? []) expect(await watchers.get(name)!.isRefused()).toBe(true)
}

const readEventsOf = (watchers: [Watching, Watcher][]): Promise<[Watching, ToldEvent[]][]> =>
  Promise.all(watchers.map(async ([name, watcher]) => [name, await watcher.readEvents()] as [Watching, ToldEvent[]]))
