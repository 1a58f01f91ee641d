import { tell, joinSteps, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { fullMemberEvents } from '../user-groups/system-groups'
import { showsAddresses } from '../users/email-visibility'
import { everyone } from '../users/audience'
import { showAddresses } from '../users/email-visibility-events'
import { realmInvalidations } from './invalidation'
import { settingNames, settingsOf, storedRealmSettings, type RealmSettings } from '../accounts/settings'

/** Settings that responses and events contain together if one of them changes (behaviour, Realm settings). */
const toldTogether = ['allow_message_editing', 'message_content_edit_limit_seconds', 'edit_topic_policy'] as const

/** Settings in the response and the events of a change: those that differ, and those that come with them. */
export function changedSettings({ actor }: Pick<Turn, 'actor'>, given: Partial<RealmSettings>): Partial<RealmSettings> {
  const before = settingsOf(actor)
  const after = { ...before, ...given }
  const changed = new Set<string>(
    settingNames.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name])),
  )
  if (toldTogether.some((name) => changed.has(name))) for (const name of toldTogether) changed.add(name)
  return Object.fromEntries(Object.entries(after).filter(([name]) => changed.has(name)))
}

/**
 * Stores settings of the organization, with events for those that change. Also makes addresses visible or hidden, and members
 * full members, as the settings say. Null if nothing changes.
 */
export async function storeSettings(turn: Turn, given: Partial<RealmSettings>): Promise<Step | null> {
  const { actor, realm_id } = turn
  const changed = changedSettings(turn, given)
  if (Object.keys(changed).length === 0) return null
  const before = settingsOf(actor)
  const after = { ...before, ...changed }
  const stored = storedRealmSettings(after)
  const row: Step = {
    writes: [fragment`update realm set settings = ${stored} where id = ${realm_id}`],
    events: settingEvents(await everyone(turn), changed),
    invalidates: realmInvalidations(realm_id),
  }
  const realm = { realm_settings: stored }
  return joinSteps(
    row,
    showsAddresses(actor) === showsAddresses(realm) ? null : await showAddresses(turn, realm),
    changed.waiting_period_threshold === undefined
      ? null
      : { writes: [], events: await fullMemberEvents(turn, { from: before, to: after }) },
  )
}

function settingEvents(to: readonly number[], changed: Partial<RealmSettings>): OutgoingEvent[] {
  const {
    allow_message_editing,
    message_content_edit_limit_seconds,
    edit_topic_policy,
    authentication_methods,
    ...others
  } = changed
  const dictionary = { type: 'realm', op: 'update_dict', property: 'default' } as const
  const isEditing =
    allow_message_editing !== undefined &&
    message_content_edit_limit_seconds !== undefined &&
    edit_topic_policy !== undefined
  return [
    ...Object.entries(others).map(([property, value]) =>
      tell(to, { type: 'realm', op: 'update', property: property as keyof typeof others, value }),
    ),
    ...(isEditing
      ? [
          tell(to, {
            ...dictionary,
            data: { allow_message_editing, message_content_edit_limit_seconds, edit_topic_policy },
          }),
        ]
      : []),
    ...(authentication_methods === undefined ? [] : [tell(to, { ...dictionary, data: { authentication_methods } })]),
  ]
}
