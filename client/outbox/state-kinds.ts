import { conversationKey } from '../store/conversation'
import { changeItems } from '../store/list'
import type { Kind, Kinds } from './kind'

const muteKind = (op: 'add' | 'remove'): Kind<'mute_topic' | 'unmute_topic'> => ({
  request: ({ params }) => ['PATCH /users/me/subscriptions/muted_topics', { ...params, op }],
  lane: (params) => `mute ${conversationKey(params)}`,
  effects: {
    muted_topics(mutedTopics, { params }, { streams }) {
      const { stream_id, topic } = params
      const name = streams.get(stream_id)?.name
      const isSame = ([stream, other]: (typeof mutedTopics)[number]): boolean =>
        stream === name && conversationKey({ stream_id, topic: other }) === conversationKey(params)
      if (op === 'remove') return changeItems(mutedTopics, isSame)
      return name === undefined || mutedTopics.some(isSame) ? mutedTopics : [...mutedTopics, [name, topic, 0]]
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
        if (drafts.some(isSameVersion(draft))) return drafts
        const newDraft = { ...draft, id: draft_id }
        const hasSameId = (other: { readonly id: unknown }): boolean => other.id === draft_id
        return drafts.some(hasSameId) ? changeItems(drafts, hasSameId, () => newDraft) : [...drafts, newDraft]
      },
    },
    async findAnswer({ params: { draft_id, draft } }, ask) {
      if (draft_id !== undefined) return false
      const serverDraft = (await ask('GET /drafts', {})).drafts.find(isSameVersion(draft))
      return serverDraft !== undefined && { ids: [serverDraft.id] }
    },
    merges: true,
  },
  discard: {
    request: ({ params }) => ['DELETE /drafts/{draft_id}', params],
    lane: ({ draft_id }) => `draft ${draft_id}`,
    effects: { drafts: (drafts, { params }) => changeItems(drafts, ({ id }) => id === params.draft_id) },
    doneIf: 'not_found',
  },
  upload: { request: (_, __, file) => ['POST /user_uploads', { file }] },
  mute_topic: muteKind('add'),
  unmute_topic: muteKind('remove'),
  subscription: {
    request: ({ params }) => ['POST /users/me/subscriptions/properties', { subscription_data: [params] }],
    lane: ({ stream_id, property }) => `${property} ${stream_id}`,
    effects: {
      subscriptions: (subscriptions, { params: { stream_id, property, value } }) =>
        changeItems(
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
        const oldStatus: Record<string, unknown> = statuses[user_id] ?? {}
        const { emoji_name, emoji_code, reaction_type, ...otherFields } = { ...statuses[user_id], ...params }
        const status = { ...otherFields, ...(emoji_name && { emoji_name, emoji_code, reaction_type }) }
        const newStatus = Object.fromEntries(Object.entries(status).filter(([, value]) => value))
        const isUnchanged = Object.keys({ ...oldStatus, ...newStatus }).every(
          (name) => oldStatus[name] === newStatus[name],
        )
        return isUnchanged ? statuses : { ...statuses, [user_id]: newStatus }
      },
    },
    merges: true,
  },
} satisfies Partial<Kinds>

interface DraftVersion {
  readonly content: string
  readonly timestamp: number
}

/** Whether two drafts have the same text and time. */
const isSameVersion =
  (draft: DraftVersion) =>
  ({ content, timestamp }: DraftVersion): boolean =>
    content === draft.content && timestamp === draft.timestamp
