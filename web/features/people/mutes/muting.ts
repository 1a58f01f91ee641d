import { conversationKey, type Topic } from '../../../../client'
import { texts } from '../../../i18n'
import type { Session } from '../../../session/open'
import { showToast } from '../../../ui'
import { showReason } from '../../../ui/reason'
import { rememberUnread } from './unread-of'

type Muting = Pick<Session, 'store' | 'outbox' | 'ask'>

/** Shows a toast that offers to undo. */
function showUndo(name: string, isMuted: boolean, onUndo: () => void): void {
  const { muted, unmuted, undo } = texts.mutes
  showToast((isMuted ? muted : unmuted)(name), { name: undo, onChoose: onUndo })
}

/**
 * Mutes or unmutes a person. The server marks the messages of a muted person as read. The undo button marks those as unread that
 * were unread before.
 */
export async function mutePerson(account: Muting, muted_user_id: number, isMuted: boolean): Promise<void> {
  const wereUnread = isMuted ? rememberUnread(account, muted_user_id) : null
  async function undo(): Promise<void> {
    await mutePerson(account, muted_user_id, !isMuted)
    const messages = await wereUnread?.().catch(() => [])
    if (messages?.length) account.outbox.do({ kind: 'unread', messages }).done.catch(showReason)
  }
  const name = account.store.users.name(muted_user_id) ?? texts.sidebar.somebody
  try {
    await account.ask(`${isMuted ? 'POST' : 'DELETE'} /users/me/muted_users/{muted_user_id}`, { muted_user_id })
    showUndo(name, isMuted, () => void undo())
  } catch (error) {
    showReason(error)
  }
}

/** Whether the user has muted a topic, also if the server does not know yet. */
export function isTopicMuted({ store, outbox }: Pick<Muting, 'store' | 'outbox'>, topic: Topic): boolean {
  const name = store.streams.get(topic.stream_id)?.name
  const key = conversationKey(topic)
  return outbox.state.muted_topics.value.some(
    ([stream, other]) => stream === name && conversationKey({ ...topic, topic: other }) === key,
  )
}

/** Mutes or unmutes a topic. The page shows it at once. */
export function muteTopic(account: Muting, { stream_id, topic }: Topic, isMuted: boolean): void {
  account.outbox.do({ kind: isMuted ? 'mute_topic' : 'unmute_topic', stream_id, topic }).done.catch(showReason)
  showUndo(topic || texts.sidebar.noTopic, isMuted, () => muteTopic(account, { stream_id, topic }, !isMuted))
}

/** Mutes or unmutes a stream. The page shows it at once. */
export function muteStream(account: Muting, { stream_id, name }: NamedStream, isMuted: boolean): void {
  account.outbox.do({ kind: 'subscription', stream_id, property: 'is_muted', value: isMuted }).done.catch(showReason)
  showUndo(name, isMuted, () => muteStream(account, { stream_id, name }, !isMuted))
}

interface NamedStream {
  readonly stream_id: number
  readonly name: string
}
