import type { NewQueue } from '../core/live/queue'
import type { EventTable } from '../core/live/event-table'
import type { Registration } from '../core/realm/action-table'
import { sharesOf } from '../accounts/account'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { withOtherNames } from '../realm/compatibility'
import { forgetMarks } from '../read-state/told-marks'
import { server_generation, version } from '../realm/version'
import { showsAddresses } from '../users/email-visibility'
import { isGuest } from '../accounts/roles'
import { noDefaults, queueDefaults } from './queries'
import { queueOptions, type RegisterInput } from './queue-options'
import { state } from './initial-state'
import { retell } from './retell'
import { shape, wants } from './shape'
import { subjectsOf, without } from './texts'

/** The product's rules for events, which `core/` does not know. */
export const events: EventTable = {
  wants,
  shape,
  subjectsOf,
  without,
  retell,
  quota: (until) => ({ type: 'quota', refused_until: until && Math.round(until) }),
  forget: forgetMarks,
  restart: (env) => ({
    release: JSON.stringify({ ...version, server_generation }),
    event: { type: 'restart', ...withOtherNames(version, env), server_generation, immediate: false },
  }),
}

/** Seconds that a queue lives without a request (events, Behaviour). */
const usualLifespan = 600
const longestLifespan = 604_800

/** How a client registers an event queue (register). */
export const register: Registration = {
  async queue({ actor, sql }: Turn, input: RegisterInput): Promise<NewQueue> {
    if (input.all_public_streams === true && isGuest(actor)) throw refused('User not authorized for this query')
    const options = queueOptions(input, {
      string_id: actor.string_id,
      hides_addresses: !showsAddresses(actor),
      defaults: actor.bot_type === null || isGuest(actor) ? noDefaults : await queueDefaults(sql, actor.id),
    })
    return {
      user_id: actor.id,
      shares: sharesOf(actor),
      options,
      allPublicStreams: options.all_public_streams || options.narrow.length > 0,
      lifespan: Math.min(input.queue_lifespan_secs || usualLifespan, longestLifespan),
    }
  },
  state,
}
