import { Bell, BellOff, CheckCheck, Link, Pin, PinOff, Settings, type IconNode } from 'lucide'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { namesOf, termsOf } from '../../client'
import { openStream } from '../cards'
import { laterWords } from '../later-words'
import { markRead } from '../marks'
import { isTopicMuted, muteStream, muteTopic } from '../mutes'
import type { Session } from '../open'
import { Menu, say, type MenuItem } from '../parts'
import { sayWhy } from '../reason'
import { useSession } from '../session'
import { words } from '../words'
import './row-menu.css'

/** A row of the sidebar, and where the menu is to stand, in pixels. */
export interface Pressed {
  readonly link: HTMLAnchorElement
  readonly left: number
  readonly top: number
}

/** What can be done with a stream, a topic or a private conversation: a menu whose button is where somebody pressed. */
export function RowMenu({ pressed, onClose }: { pressed: Pressed; onClose: () => void }) {
  const session = useSession()
  const box = useRef<HTMLElement>(null)
  const { link, left, top } = pressed
  const found = itemsOf(link, session)
  useLayoutEffect(() => {
    if (found === null) onClose()
    else box.current!.querySelector('button')!.click()
  }, [pressed])
  useEffect(() => {
    function onToggle({ newState }: Event & { readonly newState?: string }): void {
      if (newState === 'open') return
      // Whoever has gone on since stays there.
      const { activeElement } = document
      if (activeElement === document.body || box.current!.contains(activeElement)) link.focus()
      onClose()
    }
    // It does not rise.
    box.current?.addEventListener('toggle', onToggle, { capture: true })
  }, [])
  if (found === null) return null

  return (
    <section ref={box} class="pressed" aria-label={found.name} style={{ left: `${left}px`, top: `${top}px` }}>
      <Menu name={found.name} items={found.items}>
        {null}
      </Menu>
    </section>
  )
}

const item = (name: string, icon: IconNode, onChoose: () => void): MenuItem => ({ name, icon, onChoose })

function itemsOf(link: HTMLAnchorElement, session: Session): { name: string; items: MenuItem[] } | null {
  const { store, outbox } = session
  const { rows: said, mutes, message } = laterWords
  const terms = termsOf(link.hash, namesOf(store))?.terms ?? []
  const [stream, topic] = [terms[0], terms[1]]
  const copy = item(message.copyLink, Link, () => {
    navigator.clipboard.writeText(link.href).then(() => say(message.linkCopied), sayWhy)
  })
  const read = (where: Parameters<typeof markRead>[1]) => item(said.read, CheckCheck, () => markRead(session, where))
  if (stream?.operator === 'pm-with')
    return { name: said.conversation, items: [read({ user_ids: stream.operand as number[] }), copy] }
  const subscription = outbox.state.subscriptions.value.find(({ stream_id }) => stream_id === stream?.operand)
  if (stream?.operator !== 'stream' || subscription === undefined) return null
  const { stream_id, name, is_muted, pin_to_top } = subscription
  if (topic !== undefined) {
    const where = { stream_id, topic: String(topic.operand) }
    const isMuted = isTopicMuted(session, where)
    const shown = where.topic || words.sidebar.noTopic
    const mute = item((isMuted ? mutes.unmute : mutes.mute)(shown), isMuted ? Bell : BellOff, () =>
      muteTopic(session, where, !isMuted),
    )
    return { name: said.topic, items: [read(where), mute, copy] }
  }
  const set = (value: boolean): void =>
    void outbox.do({ kind: 'subscription', stream_id, property: 'pin_to_top', value }).done.catch(sayWhy)
  return {
    name: said.stream,
    items: [
      read({ stream_id }),
      item(pin_to_top ? said.unpin : said.pin, pin_to_top ? PinOff : Pin, () => set(!pin_to_top)),
      item((is_muted ? mutes.unmute : mutes.mute)(name), is_muted ? Bell : BellOff, () =>
        muteStream(session, { stream_id, name }, !is_muted),
      ),
      copy,
      item(said.settings, Settings, () => openStream(stream_id)),
    ],
  }
}
