import { Bell, BellOff, CheckCheck, Link, Pin, PinOff, Settings, type IconNode } from 'lucide'
import { namesOf, termsOf } from '../../../../client'
import { streamSettingsAddress } from '../../../routes/dialogs'
import { goTo } from '../../../routes/routes'
import { copyText } from '../../../ui/clipboard'
import { texts } from '../../../i18n'
import { markRead } from '../../../features/conversation/read-state'
import { isTopicMuted, muteStream, muteTopic } from '../../../features/people/mutes'
import type { Session } from '../../../session/open'
import type { MenuItem } from '../../../ui'
import { showReason } from '../../../ui/reason'

const item = (name: string, icon: IconNode, onChoose: () => void): MenuItem => ({ name, icon, onChoose })

/** A link within this page. */
interface PageLink {
  readonly hash: string
  readonly href: string
}

/** The menu for the stream, topic or direct messages of a link; null if the link leads to something else. */
export function itemsOf(link: PageLink, session: Session): { name: string; items: MenuItem[] } | null {
  const { store, outbox } = session
  const { rowMenu: t, mutes, messageActions: message } = texts
  const terms = termsOf(link.hash, namesOf(store))?.terms ?? []
  const [stream, topic] = [terms[0], terms[1]]
  const copy = item(message.copyLink, Link, () => copyText(link.href, message.linkCopied))
  const read = (where: Parameters<typeof markRead>[1]) => item(t.read, CheckCheck, () => markRead(session, where))
  if (stream?.operator === 'pm-with')
    return { name: t.conversation, items: [read({ user_ids: stream.operand as number[] }), copy] }
  const subscription = outbox.state.subscriptions.value.find(({ stream_id }) => stream_id === stream?.operand)
  if (stream?.operator !== 'stream' || subscription === undefined) return null
  const { stream_id, name, is_muted, pin_to_top } = subscription
  if (topic !== undefined) {
    const where = { stream_id, topic: String(topic.operand) }
    const isMuted = isTopicMuted(session, where)
    const shown = where.topic || texts.sidebar.noTopic
    const mute = item((isMuted ? mutes.unmute : mutes.mute)(shown), isMuted ? Bell : BellOff, () =>
      muteTopic(session, where, !isMuted),
    )
    return { name: t.topic, items: [read(where), mute, copy] }
  }
  const set = (value: boolean): void =>
    void outbox.do({ kind: 'subscription', stream_id, property: 'pin_to_top', value }).done.catch(showReason)
  return {
    name: t.stream,
    items: [
      read({ stream_id }),
      item(pin_to_top ? t.unpin : t.pin, pin_to_top ? PinOff : Pin, () => set(!pin_to_top)),
      item((is_muted ? mutes.unmute : mutes.mute)(name), is_muted ? Bell : BellOff, () =>
        muteStream(session, { stream_id, name }, !is_muted),
      ),
      copy,
      item(t.settings, Settings, () => goTo(streamSettingsAddress(subscription))),
    ],
  }
}
