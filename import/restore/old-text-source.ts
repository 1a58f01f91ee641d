import { systemClock } from '../clock.ts'
import { RetryPatience, type PatienceOptions } from '../patience.ts'
import { printAside } from '../printing.ts'
import { openSite } from './founding.ts'
import type { OldTextSource } from './sql/old-texts.ts'

const printWait: PatienceOptions['onWait'] = (wait) => {
  if (wait !== null) printAside(wait.reason)
}

/** The server at an address, which has the texts of old messages that a copy of its database lacks. */
export function oldTextSource(origin: string): OldTextSource {
  const { signal } = new AbortController()
  const patience = new RetryPatience({ clock: systemClock, signal, waitsForDays: false, onWait: printWait })
  return { site: openSite(origin, signal), patience }
}
