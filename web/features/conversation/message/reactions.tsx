import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import type { Message } from '../../../../client'
import { hasAccess } from '../../../../client/policies'
import { EmojiDrawing, type NamedEmoji } from '../../emoji'
import { useSession } from '../../../session/context'
import type { Session } from '../../../session/open'
import { texts } from '../../../i18n'
import { formatList } from '../../../i18n/format'
import { openMessageDialog } from './message-dialog'

/** Milliseconds for which a mouse or a finger must rest on a reaction to show who reacted. */
const rest = { mouse: 300, finger: 500 }

/** Most names in the tooltip. The dialog has all of them. */
const maxTooltipNames = 10

/** Adds the user's reaction, or removes it. */
export function toggleReaction({ outbox, store }: Session, message: Message, emoji: NamedEmoji): void {
  const { emoji_name, emoji_code, reaction_type } = emoji
  const isOwn = message.reactions.some(
    (one) => one.user_id === store.user_id && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
  )
  const params = { message_id: message.id, emoji_name, emoji_code, reaction_type }
  outbox.do({ kind: isOwn ? 'unreact' : 'react', ...params }).done.catch(() => undefined)
}

/** The emoji of the reactions, each with the ids of those who reacted. */
export function grouped({ reactions }: Message) {
  const groups = Map.groupBy(reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`)
  return [...groups].map(([key, all]) => ({ key, emoji: all[0]!, user_ids: all.map(({ user_id }) => user_id) }))
}

/** The reactions below a message. A tooltip or, for a finger, a dialog shows who reacted. */
export function Reactions({ message }: { message: Message }) {
  const session = useSession()
  const { store } = session
  const { users } = store
  const hovered = useSignal<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  const id = useId()

  const wait = (milliseconds: number, act: () => void): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, milliseconds)
  }
  const leave = (): void => {
    clearTimeout(timer.current)
    hovered.value = null
  }

  return (
    <div class="reactions">
      {grouped(message).map(({ key, emoji, user_ids }) => {
        const isOwn = user_ids.includes(store.user_id)
        const names = user_ids.slice(0, maxTooltipNames).map((one) => users.name(one) ?? texts.sidebar.somebody)
        const others = user_ids.length - names.length
        return (
          <button
            key={key}
            type="button"
            class={isOwn ? 'own' : ''}
            disabled={!hasAccess(message, store)}
            aria-label={texts.message.reaction(emoji.emoji_name, user_ids.length, isOwn)}
            aria-describedby={hovered.value === key ? id : undefined}
            onPointerEnter={({ pointerType }) => {
              if (pointerType === 'mouse') wait(rest.mouse, () => (hovered.value = key))
            }}
            onPointerLeave={leave}
            onFocus={({ currentTarget }) => {
              if (currentTarget.matches(':focus-visible')) hovered.value = key
            }}
            onBlur={leave}
            onPointerDown={(event) => {
              wasLong.current = false
              if (event.pointerType === 'mouse') return
              // This press is not a long press on the message.
              event.stopPropagation()
              wait(rest.finger, () => {
                wasLong.current = true
                openMessageDialog('reactions', message.id)
              })
            }}
            onPointerUp={leave}
            onPointerCancel={leave}
            onContextMenu={(event) => wasLong.current && event.preventDefault()}
            onClick={() => !wasLong.current && toggleReaction(session, message, emoji)}
          >
            <EmojiDrawing of={emoji} />
            {user_ids.length}
            {hovered.value === key && (
              <span id={id} role="tooltip">
                <strong>{`:${emoji.emoji_name}:`}</strong>{' '}
                {formatList(others > 0 ? [...names, texts.message.otherPeople(others)] : names)}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
