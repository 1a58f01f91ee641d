import { computed, type ReadonlySignal } from '@preact/signals-core'
import { isAdmitted } from '../policies/codes'
import type { StoreClock } from './clock'
import type { Fields } from './fields'
import type { Users } from './users'

/** The policy behind each right (behaviour, Policies). */
const policyOf = {
  can_create_private_streams: 'realm_create_private_stream_policy',
  can_create_public_streams: 'realm_create_public_stream_policy',
  can_create_web_public_streams: 'realm_create_web_public_stream_policy',
  can_subscribe_other_users: 'realm_invite_to_stream_policy',
  can_invite_others_to_realm: 'realm_invite_to_realm_policy',
} as const

type Right = keyof typeof policyOf

/**
 * The account's rights, computed from its role and the organization's policies. If the registration has no users or policies,
 * the rights stay as the registration says.
 */
export function rightsOf(fields: Fields, users: Users, clock: StoreClock): Record<string, ReadonlySignal<boolean>> {
  const { realm_waiting_period_threshold: days } = fields

  function hasRight(right: Right): boolean {
    const { self } = users
    if (!self || !days) return fields[right].value
    if (right === 'can_create_web_public_streams' && !fields.realm_enable_spectator_access.value) return false
    if (right === 'can_invite_others_to_realm' && self.is_bot) return false
    return isAdmitted(fields[policyOf[right]].value, self, days.value, clock)
  }

  if (!fields.can_create_streams) return {}
  const rights = Object.keys(policyOf) as Right[]
  return {
    ...Object.fromEntries(rights.map((right) => [right, computed(() => hasRight(right))])),
    can_create_streams: computed(() => rights.slice(0, 3).some(hasRight)),
  }
}
