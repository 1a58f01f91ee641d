import { conversationKey } from '../store/conversation'
import { revised } from '../store/list'
import type { Kind, Kinds } from './kind'

const muting = (op: 'add' | 'remove'): Kind<'mute_topic' | 'unmute_topic'> => ({
  request: ({ params }) => ['PATCH /users/me/subscriptions/muted_topics', { ...params, op }],
  lane: (params) => `mute ${conversationKey(params)}`,
  effects: {
    muted_topics(muted, { params }, { streams }) {
      const { stream_id, topic } = params
      const name = streams.get(stream_id)?.name
      const isSame = ([stream, other]: (typeof muted)[number]): boolean =>
        stream === name && conversationKey({ stream_id, topic: other }) === conversationKey(params)
      if (op === 'remove') return revised(muted, isSame)
      return name === undefined || muted.some(isSame) ? muted : [...muted, [name, topic, 0]]
    },
  },
  doneIf: 'already_done',
})

export const stateKinds = {
  draft: {
    request: ({ params: { draft_id, draft } }) =>
      draft_id === undefined
        ? ['POST /drafts', { drafts: [draft] }]
        : ['PATCH /drafts/{draft_id}', { draft_id, draft }],
    lane: ({ draft_id }) => (draft_id === undefined ? draft_id : `draft ${draft_id}`),
    effects: {
      drafts(drafts, { id, params: { draft_id = id, draft } }) {
        if (drafts.some(isSame(draft))) return drafts
        const now = { ...draft, id: draft_id }
        const isIt = (other: { readonly id: unknown }): boolean => other.id === draft_id
        return drafts.some(isIt) ? revised(drafts, isIt, () => now) : [...drafts, now]
      },
    },
    async find({ params: { draft_id, draft } }, ask) {
      if (draft_id !== undefined) return false
      const found = (await ask('GET /drafts', {})).drafts.find(isSame(draft))
      return found !== undefined && { ids: [found.id] }
    },
    merges: true,
  },
  discard: {
    request: ({ params }) => ['DELETE /drafts/{draft_id}', params],
    lane: ({ draft_id }) => `draft ${draft_id}`,
    effects: { drafts: (drafts, { params }) => revised(drafts, ({ id }) => id === params.draft_id) },
    doneIf: 'not_found',
  },
  upload: { request: (_, __, file) => ['POST /user_uploads', { file }] },
  mute_topic: muting('add'),
  unmute_topic: muting('remove'),
  subscription: {
    request: ({ params }) => ['POST /users/me/subscriptions/properties', { subscription_data: [params] }],
    lane: ({ stream_id, property }) => `${property} ${stream_id}`,
    effects: {
      subscriptions: (subscriptions, { params: { stream_id, property, value } }) =>
        revised(
          subscriptions,
          (one) => one.stream_id === stream_id,
          (one) => (one[property as 'color'] === value ? one : { ...one, [property]: value }),
        ),
    },
    merges: true,
  },
  setting: {
    request: ({ params: { property, value } }) => ['PATCH /settings', { [property]: value }],
    lane: ({ property }) => `setting ${property}`,
    effects: {
      user_settings: (settings, { params: { property, value } }) =>
        settings[property as 'timezone'] === value ? settings : { ...settings, [property]: value },
    },
    merges: true,
  },
  status: {
    request: ({ params }) => ['POST /users/me/status', params],
    lane: () => 'status',
    effects: {
      user_status(statuses, { params }, { user_id }) {
        const before: Record<string, unknown> = statuses[user_id] ?? {}
        const { emoji_name, emoji_code, reaction_type, ...said } = { ...statuses[user_id], ...params }
        const status = { ...said, ...(emoji_name && { emoji_name, emoji_code, reaction_type }) }
        const now = Object.fromEntries(Object.entries(status).filter(([, value]) => value))
        const isSo = Object.keys({ ...before, ...now }).every((name) => before[name] === now[name])
        return isSo ? statuses : { ...statuses, [user_id]: now }
      },
    },
    merges: true,
  },
} satisfies Partial<Kinds>

interface Edited {
  readonly content: string
  readonly timestamp: number
}

/** Drafts of the same moment are the same. */
const isSame =
  (draft: Edited) =>
  ({ content, timestamp }: Edited): boolean =>
    content === draft.content && timestamp === draft.timestamp
