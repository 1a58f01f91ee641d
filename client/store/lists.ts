import type { Signal } from '@preact/signals-core'
import type { State } from '../api'
import type { Appliers, Applying, Known } from './known'
import { add, by, revise } from './list'

type Thing = Record<string, unknown>

/** Events about a list of things: of `name`, or a list of such, which are there from now on, or of one that is not. */
const listOf =
  (
    field: 'drafts' | 'scheduled_messages' | 'bot_offers' | 'realm_domains',
    name: string,
    { key, goneKey = key }: { key: string; goneKey?: string },
  ) =>
  ({ fields }: Known, event: Thing): void => {
    const list = fields[field] as Signal<unknown> as Signal<Thing[]>
    const put = (thing: Thing) => add(list, thing, by(key, thing[key]))
    if (event['op'] === 'remove') revise(list, by(key, event[goneKey]))
    else for (const thing of (event[`${name}s`] ?? [event[name]]) as Thing[]) put(thing)
  }

/** What changes one thing of a list. */
export const listEvents = {
  drafts: listOf('drafts', 'draft', { key: 'id', goneKey: 'draft_id' }) as Applying<'drafts'>,
  scheduled_messages: listOf('scheduled_messages', 'scheduled_message', {
    key: 'scheduled_message_id',
  }) as Applying<'scheduled_messages'>,
  bot_offers: listOf('bot_offers', 'bot_offer', { key: 'bot_id' }) as Applying<'bot_offers'>,
  realm_domains: listOf('realm_domains', 'realm_domain', { key: 'domain' }) as Applying<'realm_domains'>,

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
