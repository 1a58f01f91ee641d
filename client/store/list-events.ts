import type { Signal } from '@preact/signals-core'
import type { State } from '../api'
import type { Appliers, Applying, StoreInternals } from './internals'
import { add, by, revise } from './list'

type Thing = Record<string, unknown>

type ListField = 'drafts' | 'scheduled_messages' | 'bot_offers' | 'realm_domains'

/** Lists whose events are alike: what names a thing of the list, and what names one that is gone. */
const idNames: Readonly<Record<ListField, readonly [key: string, goneKey?: string]>> = {
  drafts: ['id', 'draft_id'],
  scheduled_messages: ['scheduled_message_id'],
  bot_offers: ['bot_id'],
  realm_domains: ['domain'],
}

/** Events about a thing of a list, or several, which are there from now on, or about one that is not. */
const appliersOfLists = Object.entries(idNames).map(([field, [key, goneKey = key]]) => [
  field,
  ({ fields }: StoreInternals, event: Thing): void => {
    const list = fields[field as ListField] as Signal<unknown> as Signal<Thing[]>
    if (event['op'] === 'remove') revise(list, by(key, event[goneKey]))
    else
      for (const thing of (event[field] ?? [event[field.slice(0, -1)]]) as Thing[])
        add(list, thing, by(key, thing[key]))
  },
])

/** What changes one thing of a list. */
export const listEvents = {
  ...(Object.fromEntries(appliersOfLists) as { [F in ListField]: Applying<F> }),

  realm_bot({ fields: { realm_bots: list } }, { op, bot }) {
    const isSame = by('user_id', bot.user_id)
    const change = op === 'remove' ? { is_active: false } : bot
    if (op === 'add') add(list, bot, isSame)
    else revise(list, isSame, op === 'delete' ? undefined : (before) => ({ ...before, ...change }))
  },

  user_group({ fields: { realm_user_groups: list } }, event) {
    if (event.op === 'add') return add(list, event.group, by('id', event.group.id))
    const change = (group: State['realm_user_groups'][number]) => {
      if (!('user_ids' in event)) return { ...group, ...('data' in event && event.data) }
      const others = group.members.filter((id) => !event.user_ids.includes(id))
      return { ...group, members: event.op === 'add_members' ? [...others, ...event.user_ids] : others }
    }
    revise(list, by('id', event.group_id), event.op === 'remove' ? undefined : change)
  },

  attachment({ attachments: list }, { op, attachment: file }) {
    if (!list.value) return
    const others = list.value.filter(({ id }) => id !== file.id)
    list.value = op === 'remove' ? others : [...others, file]
  },
} satisfies Appliers
