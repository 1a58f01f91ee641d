import { Ellipsis, Reply, SmilePlus, Star } from 'lucide'
import { useSignal, useSignalEffect } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import type { Message } from '../../../../client'
import { hasAccess } from '../../../../client/policies'
import { characterOf, EmojiButton, quickEmoji, reactionOf, type Emoji } from '../../emoji'
import { texts } from '../../../i18n'
import { arrowStep } from '../../../lib/arrow-step'
import { Icon, IconButton, Menu } from '../../../ui'
import { useSession } from '../../../session/context'
import { itemsFor } from './items'
import { selectedOf } from './quote'
import { runMessageAction, toolbarRequest } from './message-actions'
import { toggleReaction } from './reactions'
import { replyTo } from './reply'
import './actions.css'

/** Quick reactions beside the button that opens the emoji picker. */
const maxQuickReactions = 3

interface ActionsProps {
  readonly message: Message
}

/** The toolbar of a message. */
export function Actions({ message }: ActionsProps) {
  const session = useSession()
  const { store } = session
  const isStarred = message.flags.includes('starred')
  const bar = useRef<HTMLDivElement>(null)
  /** The selection before a press on a button, which may clear it. */
  const selected = useRef('')
  const isPickerOpen = useSignal(false)
  const isMenuOpen = useSignal(false)
  const mayReact = hasAccess(message, store)
  const react = (emoji: Emoji): void => toggleReaction(session, message, reactionOf(emoji))
  const quick = useMemo(() => quickEmoji(store, maxQuickReactions), [store])
  const { messageActions: t } = texts

  function onKeyDown(event: KeyboardEvent): void {
    const step = arrowStep(event)
    const all = [...bar.current!.querySelectorAll<HTMLElement>(':scope > button')]
    const index = all.indexOf(event.target as HTMLElement)
    if (step === undefined || index === -1) return
    const seen = all.filter((one) => one.checkVisibility())
    seen.at((seen.indexOf(all[index]!) + step) % seen.length)?.focus()
    event.preventDefault()
  }

  useSignalEffect(() => {
    const request = toolbarRequest.value
    if (request?.message_id !== message.id) return
    toolbarRequest.value = null
    ;(request.opens === 'picker' ? isPickerOpen : isMenuOpen).value = true
  })

  return (
    <div
      ref={bar}
      class="actions"
      role="toolbar"
      aria-label={t.actions}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDown={() => (selected.current = selectedOf(message.id))}
    >
      {mayReact &&
        quick.map((emoji) => (
          <button
            key={emoji.code}
            type="button"
            class="icon-button quick"
            aria-label={t.reactWith(emoji.names[0]!)}
            title={`:${emoji.names[0]}:`}
            onClick={() => react(emoji)}
          >
            <span class="drawing" aria-hidden="true">
              {characterOf(emoji.code)}
            </span>
          </button>
        ))}
      {mayReact && <EmojiButton icon={SmilePlus} name={t.addReaction} isOpen={isPickerOpen} onChoose={react} />}
      <IconButton icon={Reply} name={t.reply} onClick={() => replyTo(message, store)} />
      <IconButton
        icon={Star}
        name={t.star}
        aria-pressed={isStarred}
        onClick={() => runMessageAction('star', session, message.id)}
      />
      <Menu
        name={t.more}
        isOpen={isMenuOpen}
        items={itemsFor(message, session, () => selectedOf(message.id) || selected.current)}
      >
        <Icon of={Ellipsis} />
      </Menu>
    </div>
  )
}
