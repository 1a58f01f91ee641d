import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { Clock } from './clock'
import type { Fields } from './fields'
import type { Users } from './users'

/** What somebody may do, and the policy that says who may (behaviour, Policies). */
const policies = {
  can_create_private_streams: 'realm_create_private_stream_policy',
  can_create_public_streams: 'realm_create_public_stream_policy',
  can_create_web_public_streams: 'realm_create_web_public_stream_policy',
  can_subscribe_other_users: 'realm_invite_to_stream_policy',
  can_invite_others_to_realm: 'realm_invite_to_realm_policy',
} as const

type Right = keyof typeof policies

/** The last role that is admitted by each policy, by its number. */
const lastRole = [0, 400, 200, 300, 300, 600, 0, 100]

/** The policy that admits members too once they are there for a while. */
const fullMembers = 3

/**
 * What the reader may do, by their role and the organization's policies. If the registration did not tell both, what it
 * told of the rights themselves.
 */
export function rightsOf(fields: Fields, users: Users, clock: Clock): Record<string, ReadonlySignal<boolean>> {
  const { realm_waiting_period_threshold: days } = fields

  function may(right: Right): boolean {
    const { self } = users
    if (!self || !days) return fields[right].value
    const { role, date_joined, is_bot } = self
    const policy = fields[policies[right]].value
    if (right === 'can_create_web_public_streams' && !fields.realm_enable_spectator_access.value) return false
    if (right === 'can_invite_others_to_realm' && is_bot) return false
    if (role <= (lastRole[policy] ?? 0)) return true
    const isOld = () => clock.seconds() - Date.parse(date_joined) / 1000 >= days.value * 86_400
    return policy === fullMembers && role <= 400 && isOld()
  }

  if (!fields.can_create_streams) return {}
  const rights = Object.keys(policies) as Right[]
  return {
    ...Object.fromEntries(rights.map((right) => [right, computed(() => may(right))])),
    can_create_streams: computed(() => rights.slice(0, 3).some(may)),
  }
}
