import { doings, isReady } from './deeds.ts'
import type { Desk, Office } from './office.ts'
import { deeds, type Deed } from './people.ts'
import { inMinutes } from './times.ts'
import type { Totals } from './usage.ts'

interface Appointment {
  readonly deed: Deed
  /** Milliseconds after the beginning. */
  readonly at: number
}

/** What was done while it was played, and what the server counted. */
export interface PlayResult {
  readonly used: Totals
  /** How long it took: longer than it should where the machine is too slow. */
  readonly seconds: number
  readonly done: Readonly<Record<Deed, number>>
  /** What went wrong, each once. */
  readonly failures: readonly string[]
}

/** Plays some minutes of the busiest hour in real time, after a minute that is not counted, so that all clients are at their pace. */
export async function play(office: Office, desks: readonly Desk[], minutes: number): Promise<PlayResult> {
  await perform(office, desks, Math.min(1, minutes))
  let done: Partial<Record<Deed, number>> = {}
  const failures = new Set<string>()
  const begin = performance.now()
  const used = await office.meter.during(async () => {
    done = await perform(office, desks, minutes, failures)
  })
  const seconds = (performance.now() - begin) / 1000
  return { used, seconds, done: done as Record<Deed, number>, failures: [...failures] }
}

async function perform(
  office: Office,
  desks: readonly Desk[],
  minutes: number,
  failures = new Set<string>(),
): Promise<Partial<Record<Deed, number>>> {
  const { chance } = office
  const planned = inMinutes(minutes)
  const appointments = deeds
    .flatMap((deed) => Array.from({ length: planned[deed] }, () => ({ deed, at: chance.next() * minutes * 60_000 })))
    .toSorted((a, b) => a.at - b.at)
  const done = Object.fromEntries(deeds.map((deed) => [deed, 0])) as Record<Deed, number>
  const busy = new Set<Desk>()
  const begin = performance.now()
  const keep = async ({ deed, at }: Appointment): Promise<void> => {
    await until(begin + at)
    const desk = await freeDesk(deed)
    busy.add(desk)
    try {
      await doings[deed](desk, office)
      done[deed] += 1
    } catch (error) {
      failures.add(`${deed}: ${String(error)}`)
    }
    busy.delete(desk)
  }
  /** Somebody does one thing after the other. */
  async function freeDesk(deed: Deed): Promise<Desk> {
    for (;;) {
      const free = desks.filter((desk) => !busy.has(desk) && isReady(deed, desk))
      const desk = chance.one(free)
      if (desk !== undefined) return desk
      await until(performance.now() + 50)
    }
  }
  await Promise.all(appointments.map(keep))
  await until(begin + minutes * 60_000)
  return done
}

const until = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))
