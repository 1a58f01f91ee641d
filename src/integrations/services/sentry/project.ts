import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import type { AlertState } from '../../wording/alert'

const inProject = /\/projects\/[^/]+\/([^/]+)\//

/** The project that an address of the API is of. Errors name their project by a number only. */
export const projectOfAddress = (address: string): string => inProject.exec(address)?.[1] ?? ''

/** The topic of an issue: alerts know its title, but not its short id. */
export const issueTopic = (project: string, title: string): string =>
  [project, title].filter((part) => part !== '').join(' / ') || 'Sentry'

const levels: Readonly<Record<string, AlertState>> = {
  fatal: 'firing',
  error: 'firing',
  warning: 'warning',
  info: 'information',
  debug: 'information',
}

/** How bad an error is. */
export const stateOfLevel = (level: string): AlertState => entryOf(levels, level) ?? 'firing'

/** Name of who did it; empty if it was no person. */
export const personName = (payload: Payload): string =>
  payload.text('actor.type') === 'user' ? payload.text('actor.name') : ''
