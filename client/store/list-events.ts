import type { Signal } from '@preact/signals-core'
import type { State } from '../api'
import type { Appliers, Applier, StoreInternals } from './internals'
import { addToList, matches, changeList } from './list'

type Item = Record<string, unknown>

type ListField = 'drafts' | 'scheduled_messages' | 'bot_offers' | 'realm_domains'

/** Lists with events of the same form: the key of an item, and its key in an event that removes it, if that is different. */
const idNames: Readonly<Record<ListField, readonly [key: string, goneKey?: string]>> = {
  drafts: ['id', 'draft_id'],
  scheduled_messages: ['scheduled_message_id'],
  bot_offers: ['bot_id'],
  realm_domains: ['domain'],
}

/** Each event adds or changes items of a list, or removes one. */
const appliersOfLists = Object.entries(idNames).map(([field, [key, goneKey = key]]) => [
  field,
  ({ fields }: StoreInternals, event: Item): void => {
    const list = fields[field as ListField] as Signal<unknown> as Signal<Item[]>
    if (event['op'] === 'remove') changeList(list, matches(key, event[goneKey]))
    else
      for (const item of (event[field] ?? [event[field.slice(0, -1)]]) as Item[])
        addToList(list, item, matches(key, item[key]))
  },
])

/** Events that change one item of a list. */
export const listEvents = {
  ...(Object.fromEntries(appliersOfLists) as { [F in ListField]: Applier<F> }),

  realm_bot({ fields: { realm_bots: list } }, { op, bot }) {
    const isSame = matches('user_id', bot.user_id)
    const change = op === 'remove' ? { is_active: false } : bot
    if (op === 'add') addToList(list, bot, isSame)
    else changeList(list, isSame, op === 'delete' ? undefined : (oldBot) => ({ ...oldBot, ...change }))
  },

  user_group({ fields: { realm_user_groups: list } }, event) {
    if (event.op === 'add') return addToList(list, event.group, matches('id', event.group.id))
    const change = (group: State['realm_user_groups'][number]) => {
      if (!('user_ids' in event)) return { ...group, ...('data' in event && event.data) }
      const others = group.members.filter((id) => !event.user_ids.includes(id))
      return { ...group, members: event.op === 'add_members' ? [...others, ...event.user_ids] : others }
    }
    changeList(list, matches('id', event.group_id), event.op === 'remove' ? undefined : change)
  },

  attachment({ attachments: list }, { op, attachment: file }) {
    if (!list.value) return
    const others = list.value.filter(({ id }) => id !== file.id)
    list.value = op === 'remove' ? others : [...others, file]
  },
} satisfies Appliers
